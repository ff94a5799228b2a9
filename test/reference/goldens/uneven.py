"""Writes the reference values of tapes whose steps are uneven: inputs/uneven.json and expected/uneven.json.

From the definitions in docs/analytics.md ("One cadence", "Periods a year") with numpy alone; nothing of this project is used.
A step is an outage above max(10 median steps, 10 minutes). Usage: python3 uneven.py (numpy 2)
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
YEAR_MS = 365.25 * 86_400_000
START = 1_735_689_600_000


def walk(times: list[int], seed: int, yearly: float, *, probability: bool = False) -> list[dict[str, float]]:
    """A random walk over the times that moves by `yearly` in a year, rounded as a venue prints it."""
    steps = np.diff(times) / YEAR_MS
    moves = np.random.default_rng(seed).normal(0, yearly * np.sqrt(steps))
    path = np.concatenate([[0.0], np.cumsum(moves)])
    prices = np.round(0.5 + path, 6) if probability else np.round(100 * np.exp(path), 6)
    return [{"t": int(t), "p": float(p)} for t, p in zip(times, prices)]


def after(steps: list[int]) -> list[int]:
    return [START, *(START + np.cumsum(steps)).tolist()]


def bursts(minutes: int, every_ms: int = 60_000) -> list[int]:
    return [START + minute * every_ms + trade * 20 for minute in range(minutes) for trade in range(5)]


def tapes() -> dict[str, tuple[str, list[dict[str, float]]]]:
    rng = np.random.default_rng(11)
    waits = np.maximum(1, np.rint(rng.exponential(7_000, 79))).astype(int).tolist()
    outage = [5_000] * 30 + [3 * 3_600_000] + [5_000] * 30
    return {
        "bursts": ("log", walk(bursts(16), 1, 0.6)),
        "bursts_probability": ("diff", walk(bursts(16), 2, 2.0, probability=True)),
        "bursts_apart": ("log", walk(bursts(12, 900_000), 3, 0.6)),
        "one_and_nine_seconds": ("log", walk(after([1_000, 9_000] * 30), 4, 0.5)),
        "trades": ("log", walk(after(waits), 5, 0.6)),
        "minutes_then_seconds": ("log", walk(after([60_000] * 40 + [5_000] * 40), 6, 0.6)),
        "outage": ("log", walk(after(outage), 7, 0.3)),
        "hours": ("log", walk(after([3_600_000] * 40), 8, 0.3)),
        "once_a_year": ("log", walk(after([31_557_600_000] * 7), 9, 0.6)),
        "two_bars": ("log", [{"t": START, "p": 100.0}, {"t": START + 7_000, "p": 101.0}]),
        "one_bar": ("log", [{"t": START, "p": 100.0}]),
    }


def figures(records: list[dict[str, float]], basis: str) -> dict[str, object]:
    times = np.array([record["t"] for record in records], dtype=float)
    prices = np.array([record["p"] for record in records], dtype=float)
    steps = np.diff(times)
    if len(steps) == 0:
        return {"periodsPerYear": None, "stepMs": None, "coveredMs": 0, "outagesSkipped": 0, "annualizedVol": None}
    median = float(np.median(steps))
    kept = steps <= max(10 * median, 600_000)
    changes = np.diff(prices)
    returns = (np.log1p(changes / prices[:-1]) if basis == "log" else changes)[kept]
    covered = float(steps[kept].sum())
    periods = len(returns) / (covered / YEAR_MS)

    mean = float(returns.mean())
    deviation = float(returns.std(ddof=1)) if len(returns) > 1 else None
    peaks = np.maximum.accumulate(prices)
    drawdowns = 1 - prices / peaks
    ulcer = float(np.sqrt((drawdowns**2).mean()))
    share = 0.05 * len(drawdowns)
    worst = np.sort(drawdowns)[::-1]
    whole = int(share)
    tail = float((worst[:whole].sum() + (share - whole) * worst[whole]) / share)
    yearly = mean * periods
    return {
        "periodsPerYear": periods,
        "stepMs": median,
        "coveredMs": int(covered),
        "outagesSkipped": int((~kept).sum()),
        "returns": len(returns),
        "realizedVol": deviation,
        "annualizedVol": None if deviation is None else deviation * float(np.sqrt(periods)),
        "annualizedReturn": yearly,
        "sharpe": None if deviation is None else mean / deviation * float(np.sqrt(periods)),
        "sharpeAdjAC": adjusted(returns, mean, deviation, periods),
        "martinRatio": None if ulcer == 0 else yearly / ulcer,
        "sterlingRatio": None if tail == 0 else yearly / tail,
    }


def adjusted(returns: np.ndarray, mean: float, deviation: float | None, periods: float) -> float | None:
    """Lo's factor with the autocorrelations of an AR(1)."""
    if deviation is None or len(returns) < 3:
        return None
    centred = returns - mean
    rho = float((centred[1:] * centred[:-1]).sum() / (centred**2).sum())
    q = max(1, round(periods))
    factor = 1 + 2 * rho / (1 - rho) * (1 - (1 - rho**q) / (q * (1 - rho)))
    return mean / deviation * float(np.sqrt(periods)) / float(np.sqrt(factor))


if __name__ == "__main__":
    made = tapes()
    inputs = {name: {"basis": basis, "records": records} for name, (basis, records) in made.items()}
    cases = [
        {
            "tape": name,
            "tool": f"numpy {np.__version__}, from the definition",
            "tolerance": {"rel": 1e-9, "abs": 1e-15},
            "expected": figures(records, basis),
        }
        for name, (basis, records) in made.items()
    ]
    for path, value in (("inputs/uneven.json", inputs), ("expected/uneven.json", {"cases": cases})):
        (HERE / path).write_text(json.dumps(value, separators=(",", ":")) + "\n")
