import { DayCloser } from '../../calibration/day-closer.ts';
import { DAY_MS } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { Foundation } from '../foundation.ts';
import { keepDayWork } from '../processes/day-work.ts';
import type { WorkChooser } from '../processes/leased-work.ts';
import { ThreadDayMaker } from './thread-day-maker.ts';

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
  await keepDayWork(
    { name: 'calibration', what: 'a day of forecasts', closer, maker },
    log,
    chooser,
    lifecycle,
  );
}
