import type { Logger } from 'pino';
import type { AssetRef, Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { SignalPace } from '../signal-pace.ts';
import { buildSignal } from '../signal-topic.ts';
import type { LoggedEvent } from './event-log.ts';
import type { EventSource } from './log-topics.ts';

export interface SignalSourceOptions {
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly m2m: M2m;
  readonly clock: Clock;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Source of bundles, at the pace of a stream of one asset. None is made while an asset has no readers. */
export function createSignalSource(options: SignalSourceOptions): EventSource {
  const { pulses, now, log: errors } = options;
  /** Paces of assets with a topic. */
  const paces = new Map<string, SignalPace<object>>();
  return {
    hear(ref: AssetRef, log: (event: LoggedEvent) => void) {
      const pace = new SignalPace<object>({
        asset: ref.asset,
        make: (cause) => buildSignal({ ...options, ref }, cause),
        send: (frame) => log({ asset: ref.asset, kind: 'signal', frame }),
        log: errors,
        now,
      });
      paces.set(ref.asset, pace);
      return () => {
        pace.stop();
        paces.delete(ref.asset);
      };
    },
    want(ref, count) {
      const pace = paces.get(ref.asset);
      pace?.start(now());
      // Nothing was made while the asset had no readers, so one that comes back receives a bundle soon.
      pace?.notePulse();
      const unsubscribe = pulses.subscribe(ref, () => pace?.notePulse(), count);
      return () => {
        unsubscribe();
        pace?.stop();
      };
    },
  };
}
