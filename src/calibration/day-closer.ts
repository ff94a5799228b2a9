import { type Clock, DAY_MS, epochMs, MINUTE_MS } from '../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../history/contract/history-store.ts';
import { listResolvedFrom } from './list-resolved.ts';
import { correctDay, findDayOf, type MadeDay, makeDay } from './make-day.ts';

/** Reads and computes the days to be closed, outside the event loop when there is a thread. */
export interface DayMaker {
  /** Yields closed days that are corrected, then the days from `fromDay` to `toDay`. */
  makeDays(request: DaysRequest): AsyncIterable<MadeDay>;
}

export interface DaysRequest {
  readonly fromDay: number;
  readonly toDay: number;
  /** Number of markets whose forecasts were dropped since the last closing. */
  readonly dropped: number;
}

export interface DayCloserOptions {
  readonly store: HistoryStore;
  readonly maker: DayMaker;
  readonly clock: Clock;
  /** Called when a day was closed or corrected. */
  readonly onDay?: (made: MadeDay) => void;
}

/**
 * Time in ms after its end at which a day is closed. By then its last resolutions are recorded, and trading has shown
 * whether they are final.
 */
const CLOSED_AFTER_MS = 20 * MINUTE_MS;
/** Time in ms after its end for which the forecasts of an unresolved market are kept. */
const DROPPED_AFTER_MS = 60 * DAY_MS;
/** Maximum number of days that are closed together after a long time without the service. */
const MAX_DAYS = 400;

/**
 * Closes the days of forecasts. Each day is written once, and again only when a resolution of its markets is corrected.
 */
export class DayCloser {
  readonly #options: DayCloserOptions;

  constructor(options: DayCloserOptions) {
    this.#options = options;
  }

  /**
   * Closes the days that are over. When no day was closed before, only yesterday is closed, if a market was resolved on
   * it.
   */
  async closeDue(): Promise<void> {
    const { store, maker, clock, onDay } = this.#options;
    const now = clock();
    const toDay = Math.floor((now - CLOSED_AFTER_MS) / DAY_MS) - 1;
    const closed = (await store.listForecastDays()).at(-1);
    if (closed === undefined && !(await hasResolutions(store, toDay))) return;
    const last = closed ?? toDay - 1;
    if (last >= toDay) return;
    const fromDay = Math.max(last + 1, toDay - MAX_DAYS);
    const dropped = await store.dropForecasts(epochMs(now - DROPPED_AFTER_MS));
    for await (const made of maker.makeDays({ fromDay, toDay, dropped })) {
      await store.putForecastDay(made.day, made.data, made.settled);
      onDay?.(made);
    }
  }
}

async function hasResolutions(store: HistoryStore, day: number): Promise<boolean> {
  const { resolutions } = await store.listResolutions({ since: epochMs(day * DAY_MS), limit: 1 });
  return resolutions.some(({ recordedAt }) => recordedAt < (day + 1) * DAY_MS);
}

/** Creates days from the history in this thread. */
export class HistoryDayMaker implements DayMaker {
  readonly #history: HistoryReader;

  constructor(history: HistoryReader) {
    this.#history = history;
  }

  async *makeDays({ fromDay, toDay, dropped }: DaysRequest): AsyncGenerator<MadeDay> {
    const resolved = await listResolvedFrom(this.#history, fromDay);
    for (const reopened of await this.#history.listReopened(epochMs(fromDay * DAY_MS))) {
      const first = findDayOf(reopened);
      const known = resolved.get(first) ?? [];
      if (!known.some(({ asset }) => asset === reopened.asset)) resolved.set(first, [...known, reopened]);
    }
    for (const [day, some] of resolved) {
      if (day >= fromDay) continue;
      const corrected = await correctDay(this.#history, day, some);
      if (corrected !== null) yield corrected;
    }
    for (let day = fromDay; day <= toDay; day++) {
      // Markets with dropped forecasts are counted with the last day.
      const origin = { madeBy: 'live', dropped: day === toDay ? dropped : 0 } as const;
      yield await makeDay(this.#history, day, resolved.get(day) ?? [], origin);
    }
  }
}
