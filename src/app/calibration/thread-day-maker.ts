import { Worker } from 'node:worker_threads';
import type { CalibratedDay } from '../../calibration/calibrate-days.ts';
import type { DayMaker, DaysRequest } from '../../calibration/day-closer.ts';
import type { MadeDay } from '../../calibration/make-day.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { HistoryPlace } from '../stores/history.ts';
import type { DayEvent, DayThreadData, DayWork } from './day-thread.ts';

/** A thread that outgrows this ends without a day; it is made with the next attempt. Columns are not part of it. */
const MAX_OLD_SPACE_MB = 512;

/** Makes days in threads that live as long as that takes: one is needed once a day. */
export class ThreadDayMaker implements DayMaker {
  readonly #place: HistoryPlace;
  readonly #workers = new Set<Worker>();

  constructor({ dataDir, historyUrl, databaseUrl }: HistoryPlace) {
    this.#place = { dataDir, historyUrl, databaseUrl };
  }

  async *makeDays(request: DaysRequest): AsyncGenerator<MadeDay> {
    for await (const event of this.#run({ kind: 'close', ...request })) if ('made' in event) yield event.made;
  }

  /** Makes days of the past and stores them. Ends early with the signal. */
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

  /** Gives up the days in progress. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  async *#run(work: DayWork): AsyncGenerator<DayEvent> {
    const data: DayThreadData = { place: this.#place, work };
    const worker = new Worker(new URL('./day-thread.ts', import.meta.url), {
      name: 'calibration',
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
    });
    worker.unref();
    this.#workers.add(worker);
    try {
      for await (const event of readEvents(worker)) {
        if ('failure' in event) throw new Error(event.failure);
        if ('done' in event) return;
        yield event;
      }
    } finally {
      this.#workers.delete(worker);
      await worker.terminate();
    }
  }
}

async function* readEvents(worker: Worker): AsyncGenerator<DayEvent> {
  const waiting: DayEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const add = (event: DayEvent) => {
    waiting.push(event);
    wake.resolve();
  };
  worker.on('message', add);
  worker.once('error', (error) => add({ failure: String(error) }));
  worker.once('exit', () => add({ failure: 'the thread has ended' }));
  for (;;) {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
    await wake.promise;
    wake = Promise.withResolvers<void>();
  }
}
