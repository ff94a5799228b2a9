/** A month (UTC), which is one partition of the table. Both ends are inclusive. */
export interface Month {
  /** Name of the month's partition: 202611. */
  readonly number: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Lists the months of a span of time, oldest first. */
export function* listMonths(fromMs: number, toMs: number): Generator<Month> {
  const first = new Date(fromMs);
  for (let at = first.getUTCFullYear() * 12 + first.getUTCMonth(); ; at++) {
    const year = Math.floor(at / 12);
    const startMs = Date.UTC(year, at % 12);
    if (startMs > toMs) return;
    yield { number: year * 100 + (at % 12) + 1, fromMs: startMs, toMs: Date.UTC(year, (at % 12) + 1) - 1 };
  }
}
