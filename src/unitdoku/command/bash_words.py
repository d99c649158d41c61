"""Completion of words with colons in bash, which takes a colon for the end of a word: `sat:cad` arrives as three.

`start.run` imports this module when a shell asks for completions: the shell runs `unitdoku` with a variable set.
"""

from __future__ import annotations

import os

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string


class _BashWithColons(BashComplete):
    """Splits the line at the cursor by itself."""

    source_template = BashComplete.source_template.replace(
        "COMP_CWORD=$COMP_CWORD", 'COMP_LINE="$COMP_LINE" COMP_POINT=$COMP_POINT'
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """Returns the words before the cursor, colons inside them, and the word at the cursor."""
        before = os.environ.get("COMP_LINE", "")[: int(os.environ.get("COMP_POINT", "0") or 0)]
        words = split_arg_string(before)
        incomplete = "" if not words or before[-1:].isspace() else words.pop()
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Returns a completion, without what stands before the last colon at the cursor: bash keeps that."""
        kept = self.get_completion_args()[1].rfind(":") + 1
        return super().format_completion(CompletionItem(item.value[kept:], item.type, item.help))


add_completion_class(_BashWithColons, "bash")
