"""What a shell completes: the variables that it sets, and what `unitdoku` prints then."""

from __future__ import annotations

import sys

import pytest

from unitdoku.command.main import COMMANDS
from unitdoku.command.start import run


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("unitdoku ", [f"plain,{name}" for name in COMMANDS]),
        ("unitdoku nosuch", []),
        ("unitdoku solve --lay", ["plain,--layout"]),
        ("unitdoku solve --layout diagonal+wind", ["plain,diagonal+windoku"]),
        # Bash keeps what stands before a colon.
        ("unitdoku solve --layout classic:16+wind", ["plain,16+windoku"]),
        ("unitdoku solve --backend refe", ["plain,reference", "plain,reference:twins"]),
        ("unitdoku check --backends reference:twins,refe", ["plain,twins,reference", "plain,twins,reference:twins"]),
        ("unitdoku solve --format lin", ["plain,line", "plain,links"]),
        ("unitdoku certify --proof se", ["plain,search"]),
        ("unitdoku bench top", ["plain,top95"]),
        ("unitdoku bench my-puz", ["file,my-puz"]),
        ("unitdoku solve 'my puz", ["file,my puz"]),
        ("unitdoku solve x --output pu", ["file,pu"]),
    ],
)
def test_names_and_files_are_proposed(
    line: str, found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What bash gets for this line, the cursor at its end; click prints an empty line for no proposal."""
    monkeypatch.setattr(sys, "argv", ["unitdoku"])
    monkeypatch.setattr(sys.modules["__main__"], "__package__", "", raising=False)  # else: python -m pytest
    variables = {"_UNITDOKU_COMPLETE": "bash_complete", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        run()
    shown, said = capsys.readouterr()
    assert said == ""
    assert [line for line in shown.splitlines() if line][: max(1, len(found))] == found
