import { parentPort, workerData } from 'node:worker_threads';
import { type CalibratedDay, calibrateDays } from '../../calibration/calibrate-days.ts';
import { type DaysRequest, HistoryDayMaker } from '../../calibration/day-closer.ts';
import type { MadeDay } from '../../calibration/make-day.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import { lowerThreadPriority } from '../../scheduling/thread-priority.ts';
import type { ThreadEnd } from '../processes/thread-runs.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';

export type DayWork =
  | ({ readonly kind: 'close' } & DaysRequest)
  | {
      readonly kind: 'calibrate';
      readonly fromDay: number | null;
      readonly toDay: number;
      readonly again: boolean;
    };

export interface DayThreadData {
  readonly place: HistoryPlace;
  readonly work: DayWork;
}

/** Messages of the thread. For each day, the message with its data precedes the one with its result. */
export type DayEvent =
  | { readonly made: MadeDay }
  | {
      readonly put: {
        readonly day: number;
        readonly data: Uint8Array;
        readonly settled: readonly MarketKey[];
      };
    }
  | { readonly looked: CalibratedDay };

/** In a thread, computes the days of forecasts while the writer runs, and ends. */
if (parentPort !== null) {
  const port = parentPort;
  const say = (event: DayEvent | ThreadEnd) => port.postMessage(event);
  const { place, work } = workerData as DayThreadData;
  lowerThreadPriority();
  try {
    const history = await openHistoryReader(place);
    try {
      if (work.kind === 'close') {
        for await (const made of new HistoryDayMaker(history).makeDays(work)) say({ made });
      } else {
        const store = {
          putForecastDay: async (day: number, data: Uint8Array, settled: readonly MarketKey[]) =>
            say({ put: { day, data, settled } }),
        };
        const { signal } = new AbortController();
        const days = calibrateDays({ reader: history, store }, { ...work, signal });
        for await (const looked of days) say({ looked });
      }
    } finally {
      await history.close();
    }
    say({ done: true });
  } catch (error) {
    say({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
