"""Reads the records of one series into a table as JSON and as Arrow, and prints the processor ms of the best of several rounds."""

import io
import json
import sys
import time
import urllib.request

import pandas
import polars
import pyarrow.ipc

ROUNDS = 15


def json_to_pandas(body: bytes) -> int:
    frame = pandas.DataFrame(json.loads(body)["records"])
    frame.index = pandas.to_datetime(frame.pop("t"), unit="ms", utc=True)
    return len(frame)


def arrow_to_pandas(body: bytes) -> int:
    return len(pyarrow.ipc.open_stream(body).read_pandas().set_index("t"))


def json_to_polars(body: bytes) -> int:
    frame = polars.DataFrame(json.loads(body)["records"], infer_schema_length=None)
    return frame.with_columns(polars.from_epoch("t", time_unit="ms")).height


def arrow_to_polars(body: bytes) -> int:
    return polars.read_ipc_stream(io.BytesIO(body)).height


def measure(read, body: bytes, rows: int) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        started_at = time.process_time()
        if read(body) != rows:
            raise SystemExit(f"{read.__name__} does not give {rows} rows")
        best = min(best, time.process_time() - started_at)
    return best * 1_000


def main() -> None:
    call = json.load(sys.stdin)
    bodies = {}
    for name in ("json", "arrow"):
        with urllib.request.urlopen(call[name]) as answer:
            bodies[name] = answer.read()
    reads = (json_to_pandas, arrow_to_pandas, json_to_polars, arrow_to_polars)
    result = {read.__name__: measure(read, bodies[read.__name__.split("_")[0]], call["rows"]) for read in reads}
    json.dump({**result, "json_bytes": len(bodies["json"]), "arrow_bytes": len(bodies["arrow"])}, sys.stdout)


main()
