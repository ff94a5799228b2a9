import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../scheduling/thread-priority.ts';
import { HourRecord } from '../../settled/days/hour-record.ts';
import type { MadeSettledDay } from '../../settled/days/make-day.ts';
import { RecordDayMaker } from '../../settled/days/settled-day-closer.ts';
import type { ThreadEnd } from '../processes/thread-runs.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';

export interface SettledDayThreadData {
  readonly place: HistoryPlace;
  readonly fromDay: number;
  readonly toDay: number;
}

export interface SettledDayEvent {
  readonly made: MadeSettledDay;
}

/** In a thread, builds the trees of days while the writer runs, and ends. */
if (parentPort !== null) {
  const port = parentPort;
  const say = (event: SettledDayEvent | ThreadEnd) => port.postMessage(event);
  const { place, fromDay, toDay } = workerData as SettledDayThreadData;
  lowerThreadPriority();
  try {
    const history = await openHistoryReader(place);
    try {
      const maker = new RecordDayMaker(new HourRecord(history));
      for await (const made of maker.makeDays(fromDay, toDay)) say({ made });
    } finally {
      await history.close();
    }
    say({ done: true });
  } catch (error) {
    say({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
