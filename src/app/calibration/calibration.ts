import { DayCloser } from '../../calibration/day-closer.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { Foundation } from '../foundation.ts';
import type { WorkChooser } from '../processes/leased-work.ts';
import { ThreadDayMaker } from './thread-day-maker.ts';

/** Interval at which the end of a day is checked. */
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Closes the days of forecasts, in one of the recording processes.
 *
 * @param lifecycle Receives the stop of this work.
 */
export async function keepCalibration(
  { config, secrets, clock, log }: Foundation,
  store: HistoryStore,
  chooser: WorkChooser,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const maker = new ThreadDayMaker({ ...secrets, dataDir: config.history.dataDir });
  const closer = new DayCloser({
    store,
    maker,
    clock,
    onDay: ({ day, markets, samples }) => {
      const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
      log.info({ date, markets, samples }, 'a day of forecasts is closed');
    },
  });
  const task = new PeriodicTask({
    everyMs: LOOK_EVERY_MS,
    run: () => closer.closeDue(),
    onError: (error) =>
      log.error({ err: error }, 'a day of forecasts could not be closed; it is tried again'),
  });
  const work = {
    name: 'calibration',
    start: () => task.start(),
    stop: async () => {
      await maker.close();
      await task.stop();
    },
  };
  await chooser.keep(work, lifecycle);
}
