"""`unitdoku replay`: the steps of a puzzle and the search, one after the other."""

from __future__ import annotations

import sys
from contextlib import suppress
from select import select
from shutil import get_terminal_size
from time import sleep

import click

from unitdoku.command.grid_shown import grid_text
from unitdoku.command.inputs import Inputs
from unitdoku.command.options import (
    LAYOUTS,
    bad_usage,
    color_option,
    reading_options,
    seconds_option,
    source_argument,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import echo_wrapped, room
from unitdoku.encoders.reasons.replay import Recorded, page_of, recorded
from unitdoku.encoders.reasons.step import WIDTH, lines_of
from unitdoku.puzzles.text.parse import symbols_for
from unitdoku.puzzles.text.part_file import check_ending, write_complete
from unitdoku.reference.contract.errors import Unsupported

_SECONDS_A_STEP = 0.8

_KEYS = "next: n, right, space   back: b, left   play: p   jump: j   candidates: c   quit: q"


@click.command("replay", epilog=LAYOUTS)
@source_argument
@reading_options
@click.option("-o", "--output", metavar="FILE.html", type=click.Path(), help="Write a page that browsers show.")
@seconds_option(60.0, "Look for no further step after these; inf for none.")
@color_option
def command(source: str, inputs: Inputs, output: str | None, seconds: float | None, color: str) -> None:
    """Replay the steps of a puzzle, and the search.

    FILE.html is one page that needs no network: the grid with candidates, each step as a sentence, the tree of guesses
    of the reference solver, how far the rules get, and what other backends counted. Without a file, a terminal shows
    board after board, by keys; anything else gets the steps as text. A puzzle with several solutions or none has no
    steps: its search is shown.

    Exit status: 0, 2 for bad input and for a file that cannot be written, 3 when time was over before the last step.

    \b
    Examples:
      unitdoku replay puzzle.txt
      unitdoku replay puzzle.txt -o replay.html
      unitdoku replay "https://f-puzzles.com/?load=N4Ig..." -o killer.html
    """
    puzzle = inputs.one(source)
    symbols = symbols_for(puzzle.layout, inputs.options.symbols)
    with bad_usage(Unsupported):
        if output is not None:
            check_ending(output, ".html")
        seen = recorded(puzzle, seconds)
    if output is not None:
        with failures_end(output):
            write_complete(output, page_of(seen, symbols))
    elif is_watched():
        _watch(seen, color, symbols)
    else:
        for number, (_, _, text) in enumerate(seen.boards()):
            click.echo(lines_of(text, min(WIDTH, room()), f"{number:3}. " if number else ""))
    sys.exit(3 if seen.derivation.late else 0)


def is_watched() -> bool:
    """Whether a person presses keys and sees what they do."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _watch(seen: Recorded, color: str, symbols: str | None) -> None:
    """Shows board after board as keys ask."""
    boards = list(seen.boards())
    number, plays = 0, False
    tall = grid_text(boards[0][0], None, color="never", candidates=True, symbols=symbols).count("\n")
    fits = tall + 6 < get_terminal_size().lines
    with_candidates = True
    while True:
        board, marked, text = boards[number]
        click.clear()
        shown = grid_text(board, None, marked, color=color, candidates=fits and with_candidates, symbols=symbols)
        click.echo(shown, color=True)
        echo_wrapped(f"{number} of {len(boards) - 1}  {text}")
        echo_wrapped("any key: pause" if plays else _KEYS + ("" if fits else "  (too few lines for candidates)"))
        if plays and not _is_pressed():
            number += 1
            plays = number < len(boards) - 1
            continue
        plays = False
        pressed = click.getchar()
        key = pressed if pressed.startswith("\x1b") else pressed[:1]  # of keys that came fast, the first
        if key in ("q", "\x1b", "\x04"):
            return
        if key in ("n", " ", "\r", "\x1b[C"):
            number += 1
        elif key in ("b", "\x1b[D"):
            number -= 1
        elif key in ("\x1b[H", "\x1b[F"):
            number = 0 if key == "\x1b[H" else len(boards)
        elif key == "p":
            plays = number < len(boards) - 1
        elif key == "c":
            with_candidates = not with_candidates
        elif key == "j":
            with suppress(click.Abort):
                number = click.prompt("Jump to", type=int, default=number)
        number = max(0, min(number, len(boards) - 1))


def _is_pressed() -> bool:
    """Waits for a key, as long as a step is shown; returns whether one was pressed. Windows has no such wait."""
    try:
        import termios
        import tty
    except ImportError:
        sleep(_SECONDS_A_STEP)
        return False
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        return bool(select([sys.stdin], [], [], _SECONDS_A_STEP)[0])
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
