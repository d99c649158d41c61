"""Elimination and only choice, written from the rules alone: what a solver sees before it has to search.

Slower than the native solver's `place_singles` and sharing nothing with it, so that a puzzle which was drawn to be
beyond these two rules is so whoever is right.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.layout import Layout


def propagated(layout: Layout, candidates: Sequence[int]) -> list[int] | None:
    """The candidate sets once elimination and only choice change nothing more, or None for a contradiction.

    *Elimination*: a cell with one candidate takes it from its peers. *Only choice*: a value that one cell of a complete
    unit can take goes there. A contradiction is a cell without candidates, or a value without a place in a complete
    unit.
    """
    masks = list(candidates)
    done: set[int] = set()
    while _eliminate(layout, masks, done):
        chosen = _choose(layout, masks)
        if chosen is None:
            return None
        if not chosen:
            return masks
    return None


def _eliminate(layout: Layout, masks: list[int], done: set[int]) -> bool:
    """Whether no cell ran out of candidates; `done` are the cells that have taken theirs from their peers."""
    todo = [cell for cell, mask in enumerate(masks) if not mask & (mask - 1) and cell not in done]
    while todo:
        cell = todo.pop()
        if cell in done:
            continue
        done.add(cell)
        value = masks[cell]
        for peer in layout.peers[cell]:
            if masks[peer] & value:
                masks[peer] = rest = masks[peer] & ~value
                if not rest:
                    return False
                if not rest & (rest - 1):
                    todo.append(peer)
    return True


def _choose(layout: Layout, masks: list[int]) -> bool | None:
    """Whether only choice placed a value; None where a value has no place, or a cell is the only place of two."""
    chosen = False
    for unit in layout.complete_units:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != layout.all_values:
            return None
        alone = once & ~twice
        if not alone:
            continue
        for cell in unit.cells:
            only = masks[cell] & alone
            if only & (only - 1):
                return None
            if only and only != masks[cell]:
                masks[cell] = only
                chosen = True
    return chosen
