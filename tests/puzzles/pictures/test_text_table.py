"""Tables as lines that fit a width, and as Markdown."""

from __future__ import annotations

from unitdoku.puzzles.pictures.text_table import Table, columns_of


def test_a_table_that_does_not_fit_is_split_and_repeats_its_first_column() -> None:
    table = Table([("name", "one", "two", "three"), ("a", "1" * 20, "2" * 20, "3" * 20)])
    heading = "name                   one                   two                 three"
    assert list(table.parts(80)) == [[heading, "-" * 70, f"a     {'1' * 20}  {'2' * 20}  {'3' * 20}"]]
    assert [part[0].split() for part in table.parts(60)] == [["name", "one", "two"], ["name", "three"]]
    assert [part[2].split()[1:] for part in table.parts(40)] == [["1" * 20], ["2" * 20], ["3" * 20]]


def test_words_are_wrapped_and_long_names_folded() -> None:
    words = "some words that take quite a lot of room together"
    table = Table([("name", "words", "number"), ("n" * 50, words, "12,345.6 ms")], left=2)
    (part,) = table.parts(60)
    assert max(map(len, part)) <= 60
    assert "12,345.6 ms" in part[2]
    assert "".join(line[:16].strip() for line in part[2:]).startswith("n" * 20)
    table = Table([("name", "number"), ("", ""), ("数独" * 20, "1")])
    assert all(columns_of(line) <= 60 for part in table.parts(60) for line in part)


def test_headings_stand_at_the_bottom_and_cells_at_the_top() -> None:
    (part,) = Table([("name", "time\nms"), ("a\nb", "1")]).parts(80)
    assert part == ["      time", "name    ms", "-" * 10, "a        1", "b"]


def test_markdown() -> None:
    table = Table([("name", "a|b"), ("<x> & y\nz", "1")])
    assert table.markdown == "| name | a\\|b |\n| --- | ---: |\n| &lt;x> &amp; y z | 1 |\n"
