import type { CalibratedDay } from '../../calibration/calibrate-days.ts';
import type { DayMaker, DaysRequest } from '../../calibration/day-closer.ts';
import type { MadeDay } from '../../calibration/make-day.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import { ThreadRuns } from '../processes/thread-runs.ts';
import type { HistoryPlace } from '../stores/history.ts';
import type { DayEvent, DayThreadData, DayWork } from './day-thread.ts';

/** Computes days in threads that end with the work, because a day is due once a day. */
export class ThreadDayMaker implements DayMaker {
  readonly #place: HistoryPlace;
  readonly #threads = new ThreadRuns<DayEvent>(new URL('./day-thread.ts', import.meta.url), 'calibration');

  constructor({ dataDir, historyUrl, databaseUrl }: HistoryPlace) {
    this.#place = { dataDir, historyUrl, databaseUrl };
  }

  async *makeDays(request: DaysRequest): AsyncGenerator<MadeDay> {
    for await (const event of this.#run({ kind: 'close', ...request })) if ('made' in event) yield event.made;
  }

  /** Computes past days and stores them. An abort of the signal ends it early. */
  async *calibrate(
    store: Pick<HistoryStore, 'putForecastDay'>,
    request: Omit<Extract<DayWork, { kind: 'calibrate' }>, 'kind'>,
    signal: AbortSignal,
  ): AsyncGenerator<CalibratedDay> {
    for await (const event of this.#run({ kind: 'calibrate', ...request })) {
      if (signal.aborted) return;
      if ('put' in event) await store.putForecastDay(event.put.day, event.put.data, event.put.settled);
      else if ('looked' in event) yield event.looked;
    }
  }

  /** Aborts the days in progress. */
  close(): Promise<void> {
    return this.#threads.close();
  }

  #run(work: DayWork): AsyncGenerator<DayEvent> {
    const data: DayThreadData = { place: this.#place, work };
    return this.#threads.run(data);
  }
}
