import type { HistoryStore } from '../../history/contract/history-store.ts';
import { HourRecord } from '../../settled/days/hour-record.ts';
import type { MadeSettledDay } from '../../settled/days/make-day.ts';
import { formatDay, SettledDayCloser, type SettledDayMaker } from '../../settled/days/settled-day-closer.ts';
import type { Foundation } from '../foundation.ts';
import { keepDayWork } from '../processes/day-work.ts';
import type { WorkChooser } from '../processes/leased-work.ts';
import { ThreadRuns } from '../processes/thread-runs.ts';
import type { HistoryPlace } from '../stores/history.ts';
import type { SettledDayEvent, SettledDayThreadData } from './day-thread.ts';

/**
 * Closes the days of reference prices and results, in one of the recording processes.
 *
 * @param lifecycle Receives the stop of this work.
 */
export async function keepSettledDays(
  { config, secrets, clock, log }: Foundation,
  store: HistoryStore,
  chooser: WorkChooser,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const maker = new ThreadSettledDayMaker({ ...secrets, dataDir: config.history.dataDir });
  const record = new HourRecord(store);
  const closer = new SettledDayCloser({
    store,
    maker,
    findFirst: () => record.findFirst(),
    clock,
    onDay: ({ day, head }, { entries, results }) => {
      const facts = { date: formatDay(day), entries: entries.length, results };
      log.info({ ...facts, head: Buffer.from(head).toString('hex') }, 'a day of reference prices is closed');
    },
  });
  await keepDayWork(
    { name: 'settled-days', what: 'a day of reference prices', closer, maker },
    log,
    chooser,
    lifecycle,
  );
}

/** Builds days in threads that end with the work, because a day is due once a day. */
class ThreadSettledDayMaker implements SettledDayMaker {
  readonly #place: HistoryPlace;
  readonly #threads = new ThreadRuns<SettledDayEvent>(
    new URL('./day-thread.ts', import.meta.url),
    'settled days',
  );

  constructor({ dataDir, historyUrl, databaseUrl }: HistoryPlace) {
    this.#place = { dataDir, historyUrl, databaseUrl };
  }

  async *makeDays(fromDay: number, toDay: number): AsyncGenerator<MadeSettledDay> {
    const data: SettledDayThreadData = { place: this.#place, fromDay, toDay };
    // The thread's buffers arrive as plain arrays of bytes.
    for await (const { made } of this.#threads.run(data))
      yield {
        ...made,
        entries: made.entries.map(({ entry, root }) => ({ entry, root: Buffer.from(root) })),
      };
  }

  /** Aborts the days in progress. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}
