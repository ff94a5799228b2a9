import type { AssetRef, Clock } from '../../../domain/index.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import { toPriceFrame } from '../price-frame.ts';
import type { EventSource } from './log-topics.ts';

/** Source of prices: an event per pulse. */
export function createQuoteSource(pulses: Pulses, clock: Clock): EventSource {
  return {
    want: wantPulses(pulses),
    hear: (ref, log) =>
      pulses.overhear(ref, ({ pulse }) =>
        log({ asset: ref.asset, kind: 'quote', frame: { ...toPriceFrame(pulse), sentAt: clock() } }),
      ),
  };
}

/** Source of the order flow: an event per pulse. */
export function createFlowSource(pulses: Pulses): EventSource {
  return {
    want: wantPulses(pulses),
    hear: (ref, log) => pulses.overhear(ref, (pulse) => log({ asset: ref.asset, kind: 'flow', pulse })),
  };
}

const wantPulses = (pulses: Pulses) => (ref: AssetRef, count: () => number) =>
  // The listener is heard by no one: it makes the asset wanted, and lasts as long as there are readers.
  pulses.subscribe(ref, () => undefined, count);
