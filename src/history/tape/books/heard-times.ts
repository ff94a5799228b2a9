import type { HeardKey } from '../contract/tape-writer.ts';
import { type DayBatch, type RowChange, startOfDay, toDay } from './day-batch.ts';

/** A time within which trades are known, which lasts. */
interface HeardTime {
  readonly key: HeardKey;
  fromMs: number;
  /** End of the last whole poll of a polled venue, epoch ms; null: the newest commit counts. */
  polledToMs: number | null;
  /** Begin of the day whose file has its row, epoch ms. */
  startMs: number;
}

/** Where changes of rows go: with the next commit, or into the file of another day. */
export interface RowSink {
  readonly batch: DayBatch;
  readonly addLate: (day: string, change: RowChange) => void;
}

/** Times within which trades are known and which last, by venue or market. */
export class HeardTimes {
  readonly #times = new Map<string, HeardTime>();

  get size(): number {
    return this.#times.size;
  }

  /** Whether one lasts up to the newest commit, so that each commit says something. */
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

  /** Moves the end of what polls heard; where it reaches the next day, the row of the old one ends at midnight. */
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

  /** @returns Whether one lasted. */
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

  /** Goes on in the file of a new day. What is polled goes on there with the poll that reaches midnight. */
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
