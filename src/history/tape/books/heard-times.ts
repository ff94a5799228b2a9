import type { HeardKey } from '../contract/tape-writer.ts';
import { type DayBatch, type RowChange, startOfDay, toDay } from './day-batch.ts';

/** Open span of time in which all trades of a venue or market are recorded. */
interface HeardTime {
  readonly key: HeardKey;
  fromMs: number;
  /** End of the last complete poll of a polled venue, epoch ms; null for a stream, whose end is the newest commit. */
  polledToMs: number | null;
  /** Start of the day whose file has the row of this span, epoch ms. */
  startMs: number;
}

/** Receives changes of rows: for the next commit, or for the file of another day. */
export interface RowSink {
  readonly batch: DayBatch;
  readonly addLate: (day: string, change: RowChange) => void;
}

/** Open spans of time in which trades are recorded, by venue or market. */
export class HeardTimes {
  readonly #times = new Map<string, HeardTime>();

  get size(): number {
    return this.#times.size;
  }

  /** Whether any open span ends with the newest commit, so that even an empty commit tells something. */
  get doLast(): boolean {
    return [...this.#times.values()].some(({ polledToMs }) => polledToMs === null);
  }

  keys(): readonly HeardKey[] {
    return [...this.#times.values()].map(({ key }) => key);
  }

  begin(
    key: HeardKey,
    time: { readonly fromMs: number; readonly polledToMs: number | null; readonly opened: string },
    sink: RowSink,
  ): void {
    if (this.#times.has(toKey(key))) return;
    const { startMs } = sink.batch;
    const fromMs = Math.max(time.fromMs, startMs);
    const polledToMs = time.polledToMs === null ? null : Math.max(time.polledToMs, fromMs);
    if (time.fromMs < startMs) {
      const early = { key, fromMs: Math.max(time.fromMs, startOfDay(startMs - 1)), toMs: startMs - 1 };
      sink.addLate(toDay(startMs - 1), { kind: 'openHeard', ...early, opened: time.opened, ended: 'day' });
    }
    const opened = time.fromMs < startMs ? 'day' : time.opened;
    sink.batch.rows.push({ kind: 'openHeard', key, fromMs, toMs: polledToMs, opened });
    this.#times.set(toKey(key), { key, fromMs, polledToMs, startMs });
  }

  /** Extends the span of a polled venue. When it reaches the next day, the row in the old file ends at midnight. */
  extend(key: HeardKey, toMs: number, sink: RowSink): void {
    const time = this.#times.get(toKey(key));
    if (time === undefined || time.polledToMs === null || toMs <= time.polledToMs) return;
    time.polledToMs = toMs;
    const { batch } = sink;
    const isOfBatch = time.startMs === batch.startMs;
    if (isOfBatch) batch.rows.push({ kind: 'extendHeard', key, toMs: Math.min(toMs, batch.endMs - 1) });
    else if (toMs < batch.startMs) sink.addLate(toDay(time.startMs), { kind: 'extendHeard', key, toMs });
    else {
      const ended = { kind: 'endHeard', key, toMs: batch.startMs - 1, ended: 'day' } as const;
      sink.addLate(toDay(time.startMs), ended);
      batch.rows.push({ kind: 'openHeard', key, fromMs: batch.startMs, toMs, opened: 'day' });
      time.startMs = batch.startMs;
      time.fromMs = batch.startMs;
    }
  }

  /** Ends a span. @returns Whether there was one. */
  end(key: HeardKey, end: { readonly toMs: number; readonly ended: string }, sink: RowSink): boolean {
    const time = this.#times.get(toKey(key));
    if (time === undefined) return false;
    this.#times.delete(toKey(key));
    const toMs = Math.min(end.toMs, time.polledToMs ?? Number.POSITIVE_INFINITY);
    const change: RowChange = { kind: 'endHeard', key, toMs, ended: end.ended };
    if (time.startMs === sink.batch.startMs) sink.batch.rows.push(change);
    if (toMs < sink.batch.startMs) sink.addLate(toDay(toMs), change);
    return true;
  }

  /** Continues spans in the file of a new day. Those of polled venues continue with the poll that reaches midnight. */
  beginDay(old: DayBatch, next: DayBatch): void {
    for (const time of this.#times.values()) {
      if (time.polledToMs !== null) continue;
      const { key } = time;
      old.rows.push({ kind: 'endHeard', key, toMs: next.startMs - 1, ended: 'day' });
      next.rows.push({ kind: 'openHeard', key, fromMs: next.startMs, toMs: null, opened: 'day' });
      [time.fromMs, time.startMs] = [next.startMs, next.startMs];
    }
  }
}

function toKey({ venue, market }: HeardKey): string {
  return `${venue}\n${market ?? ''}`;
}
