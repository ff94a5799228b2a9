"""Two markets on one clock, without a service."""

import pytest

from crosstape.pair import Pair, PairRow, Side


def side(points: list[tuple[int, float]], holes: list[tuple[int, int | None]] | None = None) -> Side:
    return Side(asset="a", points=points, holes=holes or [], outcome=None)


def test_each_time_of_either_side_has_both_prices_and_their_ages() -> None:
    pair = Pair(side([(10, 0.5), (30, 0.6)]), side([(20, 0.4), (30, 0.45)]))
    assert pair.rows == [
        PairRow(10, 0.5, None, 0, None, False),
        PairRow(20, 0.5, 0.4, 10, 0, False),
        PairRow(30, 0.6, 0.45, 0, 0, False),
    ]


def test_a_gap_is_a_hole_between_the_records_at_its_ends() -> None:
    a = side([(10, 0.5), (50, 0.6), (60, 0.7)], [(10, 50)])
    b = side([(10, 0.4), (20, 0.41), (50, 0.42)], [(50, None)])
    assert [(row.time, row.a_price, row.b_price, row.in_gap) for row in Pair(a, b)] == [
        (10, 0.5, 0.4, False),
        (20, None, 0.41, True),
        (50, 0.6, 0.42, False),
        # The gap of b lasts: what it last said is not known to hold.
        (60, 0.7, None, True),
    ]


def test_records_of_one_time_leave_the_last_of_them() -> None:
    pair = Pair(side([(10, 0.5), (10, 0.7)]), side([]))
    assert pair.rows == [PairRow(10, 0.7, None, 0, None, False)]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_table_has_the_columns_of_the_rows(library: str) -> None:
    pair = Pair(side([(10, 0.5)]), Side(asset="b", points=[(20, 0.4)], holes=[], outcome="yes"))
    frame = pair.df(library)  # type: ignore[arg-type]
    names = ["a_price", "b_price", "a_age_ms", "b_age_ms", "in_gap"]
    assert list(frame.columns) == (names if library == "pandas" else ["time", *names])
    assert list(frame["in_gap"]) == [False, False]
    assert list(frame["a_price"]) == [0.5, 0.5]
    assert pair.outcome_a is None and pair.outcome_b == "yes"
