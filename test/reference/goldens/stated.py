"""Writes the reference values of flow by stated sides: inputs/stated.json and expected/stated.json.

From the definitions in docs/analytics.md ("Flow by stated side") with numpy alone; nothing of this project is used.
Prices at a moment are those of the last trade at most ten minutes old. Usage: python3 stated.py (numpy 2)
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
MINUTE_MS = 60_000
START = 1_796_040_000_000
TOLERANCE = {"abs": 1e-12, "rel": 1e-12}


def make_trades(seed: int, count: int, minutes: int, unknown: float) -> dict[str, list[float]]:
    rng = np.random.default_rng(seed)
    t = START + np.sort(rng.integers(0, minutes * MINUTE_MS, count))
    price = np.round(np.clip(0.5 + np.cumsum(rng.normal(0, 0.004, count)), 0.05, 0.95), 2)
    size = np.round(rng.exponential(40, count) + 0.01, 2)
    side = rng.choice([1, -1, 0], count, p=[0.55 * (1 - unknown), 0.45 * (1 - unknown), unknown])
    backfilled = (rng.random(count) < 0.05).astype(int)
    columns = {"t": t, "price": price, "size": size, "side": side, "isBackfilled": backfilled}
    return {name: column.tolist() for name, column in columns.items()}


def vpin(size: np.ndarray, side: np.ndarray, buckets: int = 50) -> float:
    """Volume bought up to each edge, by interpolation over the running sum of the sizes."""
    edges = np.linspace(0, size.sum(), buckets + 1)
    filled = np.concatenate([[0], np.cumsum(size)])
    bought = np.concatenate([[0], np.cumsum(np.where(side == 1, size, 0))])
    each = size.sum() / buckets
    return float(np.mean(np.abs(2 * np.diff(np.interp(edges, filled, bought)) - each) / each))


def impact(trades: dict[str, np.ndarray], from_ms: int, to_ms: int) -> dict[str, float]:
    t, price = trades["t"], trades["price"]

    def find(moment: int) -> float | None:
        i = int(np.searchsorted(t, moment, side="right")) - 1
        return None if i < 0 or moment - t[i] > 10 * MINUTE_MS else float(price[i])

    x, y, ends = [], [], []
    for begin in range(from_ms // MINUTE_MS * MINUTE_MS, to_ms, MINUTE_MS):
        end = begin + MINUTE_MS
        first, last = find(begin), find(end)
        if begin < from_ms or end - 1 > to_ms or first is None or last is None:
            continue
        within = (t >= begin) & (t < end) & (trades["isBackfilled"] == 0)
        x.append(float((trades["side"][within] * trades["size"][within]).sum()))
        y.append(last - first)
        ends.append(last)
    design = np.column_stack([np.ones(len(x)), x])
    beta = np.linalg.lstsq(design, np.array(y), rcond=None)[0]
    total = float(((np.array(y) - np.mean(y)) ** 2).sum())
    return {
        "impactLambda": float(beta[1]),
        "impactBars": len(x),
        "impactR2": 1 - float(((np.array(y) - design @ beta) ** 2).sum()) / total,
        "impactLambdaBps": float(beta[1] / np.mean(ends) * 1e4),
    }


def agreement(price: np.ndarray, side: np.ndarray) -> float:
    signs = np.sign(np.diff(price))
    changes = np.flatnonzero(signs)
    last = np.searchsorted(changes, np.arange(len(signs)), side="right") - 1
    classified = last >= 0
    return float(np.mean(signs[changes[last[classified]]] == side[1:][classified]))


def expect(trades: dict[str, list[float]], from_ms: int, to_ms: int) -> dict[str, float | None]:
    columns = {name: np.array(column) for name, column in trades.items()}
    size, side = columns["size"], columns["side"]
    stated = side != 0
    bought, sold = float(size[side == 1].sum()), float(size[side == -1].sum())
    known = (bought + sold) / float(size.sum())
    figures: dict[str, float | None] = {
        "trades": len(size),
        "knownShare": known,
        "buyVolume": bought,
        "sellVolume": sold,
        "netDelta": bought - sold,
        "imbalance": (bought - sold) / (bought + sold),
        "vpin": vpin(size[stated], side[stated]),
        **impact(columns, from_ms, to_ms),
        "tickRuleAgreement": agreement(columns["price"][stated], side[stated]),
    }
    if known < 0.8:
        figures |= dict.fromkeys(["imbalance", "vpin", "impactLambda", "impactR2", "impactLambdaBps"])
    return figures


def main() -> None:
    inputs, cases = {}, []
    for name, seed, count, minutes, unknown in [
        ("busy", 1, 900, 90, 0.05),
        ("quiet", 2, 120, 180, 0.0),
        ("unknown", 3, 300, 60, 0.4),
    ]:
        inputs[name] = make_trades(seed, count, minutes, unknown)
        window = {"fromMs": START + 30_000, "toMs": START + (minutes - 1) * MINUTE_MS + 59_999}
        expected = expect(inputs[name], window["fromMs"], window["toMs"])
        cases.append({"trades": name, "window": window, "tolerance": TOLERANCE, "expected": expected})
    (HERE / "inputs/stated.json").write_text(json.dumps(inputs, separators=(",", ":")) + "\n")
    (HERE / "expected/stated.json").write_text(json.dumps({"cases": cases}, separators=(",", ":")) + "\n")


main()
