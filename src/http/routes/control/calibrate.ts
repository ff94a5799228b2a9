import { Type } from 'typebox';
import type { CalibratedDay } from '../../../calibration/calibrate-days.ts';
import { type Clock, DAY_MS, toMessage } from '../../../domain/index.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';

export interface CalibrateControlOptions {
  readonly calibrate: (
    request: { readonly fromDay: number | null; readonly toDay: number; readonly again: boolean },
    signal: AbortSignal,
  ) => AsyncIterable<CalibratedDay>;
  readonly clock: Clock;
  /** Called with runs in progress, so that the store stays open until they end. */
  readonly track: (work: Promise<void>) => void;
  /** Signal that aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/** Events of a calibration run, sent one per line. */
export type CalibrateEvent =
  | { readonly looked: CalibratedDay }
  | { readonly done: true }
  | { readonly error: string };

/** POST /calibrate: computes days of forecasts while the caller stays connected, and reports each day as a line. */
export const registerCalibrateControl: Registration<CalibrateControlOptions> = (app, options) => {
  const { calibrate, clock, track, stopping } = options;
  app.post(
    '/calibrate',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false, direct: true },
      schema: {
        body: strictBody({
          fromDay: Type.Optional(s.int('First day, in days since 1970.', 20_000)),
          toDay: Type.Optional(s.int('Last day, in days since 1970.', 20_001)),
          again: s.bool('Makes again days that exist already.', false),
        }),
      },
    },
    async ({ body: { fromDay = null, toDay, again } }, reply) => {
      reply.hijack();
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, stopping]);
      const say = (event: CalibrateEvent) => void reply.raw.write(`${JSON.stringify(event)}\n`);
      const yesterday = Math.floor(clock() / DAY_MS) - 1;
      const request = { fromDay, toDay: Math.min(toDay ?? yesterday, yesterday), again };
      const run = async () => {
        reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
        try {
          for await (const looked of calibrate(request, signal)) say({ looked });
          say(
            stopping.aborted
              ? { error: 'the service is stopping; run the command again to continue' }
              : { done: true },
          );
        } catch (error) {
          say({ error: toMessage(error) });
        } finally {
          reply.raw.end();
        }
      };
      const work = run();
      track(work);
      await work;
    },
  );
};
