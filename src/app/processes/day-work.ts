import { MINUTE_MS } from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { Foundation } from '../foundation.ts';
import type { WorkChooser } from './leased-work.ts';

/** Work that is done once after each day. */
export interface DayWork {
  /** Name of the work among those that only one process does, such as `calibration`. */
  readonly name: string;
  /** Subject of the work for the log, such as `a day of forecasts`. */
  readonly what: string;
  readonly closer: { closeDue(): Promise<void> };
  /** Builds days in a thread, which is closed with the work. */
  readonly maker: { close(): Promise<void> };
}

/** Interval at which the end of a day is checked. */
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Closes days in one of the recording processes.
 *
 * @param lifecycle Receives the stop of this work.
 */
export async function keepDayWork(
  { name, what, closer, maker }: DayWork,
  log: Foundation['log'],
  chooser: WorkChooser,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const task = new PeriodicTask({
    everyMs: LOOK_EVERY_MS,
    run: () => closer.closeDue(),
    onError: (error) => log.error({ err: error }, `${what} could not be closed; it is tried again`),
  });
  const work = {
    name,
    start: () => task.start(),
    stop: async () => {
      await maker.close();
      await task.stop();
    },
  };
  await chooser.keep(work, lifecycle);
}
