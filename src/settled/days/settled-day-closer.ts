import { type Clock, DAY_MS, type EpochMs, MINUTE_MS } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { SettledDay } from '../../history/contract/settled-days.ts';
import { encodeEntries } from '../proof/day-coding.ts';
import { FIRST_HEAD, hashDay, hashHead } from '../proof/day-tree.ts';
import type { HourRecord } from './hour-record.ts';
import { type MadeSettledDay, makeSettledDay } from './make-day.ts';

/** Reads and hashes the records of days to be closed, outside the event loop when there is a thread. */
export interface SettledDayMaker {
  /** Yields the days of a range, both ends inclusive, in order. */
  makeDays(fromDay: number, toDay: number): AsyncIterable<MadeSettledDay>;
}

export interface SettledDayCloserOptions {
  readonly store: Pick<HistoryStore, 'findLastSettledDay' | 'putSettledDay'>;
  readonly maker: SettledDayMaker;
  /** Finds the time of the first value or result. null: nothing was recorded. */
  readonly findFirst: () => Promise<EpochMs | null>;
  readonly clock: Clock;
  /** Called when a day was closed. */
  readonly onDay?: (day: SettledDay, made: MadeSettledDay) => void;
}

/** Time in ms after its end at which a day is closed. No value of the day is admitted after that. */
const CLOSED_AFTER_MS = 20 * MINUTE_MS;

/**
 * Closes the days that are over, each once and in order, because the head of a day includes the head of the day before.
 */
export class SettledDayCloser {
  readonly #options: SettledDayCloserOptions;
  /** Last day up to which nothing was recorded. The search is repeated once per day. */
  #nothingUntil = Number.NEGATIVE_INFINITY;

  constructor(options: SettledDayCloserOptions) {
    this.#options = options;
  }

  async closeDue(): Promise<void> {
    const { store, maker, clock, onDay } = this.#options;
    const toDay = Math.floor((clock() - CLOSED_AFTER_MS) / DAY_MS) - 1;
    const last = await store.findLastSettledDay();
    if (last !== null && last.day >= toDay) return;
    const fromDay = last === null ? await this.#findFirstDay(toDay) : last.day + 1;
    if (fromDay === null) return;
    let previous: Uint8Array = last?.head ?? FIRST_HEAD;
    for await (const made of maker.makeDays(fromDay, toDay)) {
      const closed = closeDay(made, previous);
      await store.putSettledDay(closed);
      previous = closed.head;
      onDay?.(closed, made);
    }
  }

  async #findFirstDay(toDay: number): Promise<number | null> {
    if (this.#nothingUntil >= toDay) return null;
    const first = await this.#options.findFirst();
    const day = first === null ? Number.POSITIVE_INFINITY : Math.floor(first / DAY_MS);
    if (day <= toDay) return day;
    this.#nothingUntil = toDay;
    return null;
  }
}

/** Builds days from the record in this thread. */
export class RecordDayMaker implements SettledDayMaker {
  readonly #record: HourRecord;

  constructor(record: HourRecord) {
    this.#record = record;
  }

  async *makeDays(fromDay: number, toDay: number): AsyncGenerator<MadeSettledDay> {
    for (let day = fromDay; day <= toDay; day++) yield makeSettledDay(this.#record, day);
  }
}

/** Formats the date of a day as in its head, such as `2026-10-05`. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function closeDay({ day, entries, results }: MadeSettledDay, previous: Uint8Array): SettledDay {
  const root = hashDay(entries);
  return {
    day,
    entries: encodeEntries(day, { entries, results }),
    root,
    head: hashHead(previous, root, formatDay(day)),
  };
}
