import type { AssetRef, Clock, VenueTrade } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { LiveTrades } from '../../../feed/live-trades.ts';
import type { Pulse } from '../../../feed/pulses/pulse.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import { countTraded, type TradedCount } from '../../../feed/pulses/traded-count.ts';
import { toPriceFrame } from '../price-frame.ts';
import type { LogReader } from './log-reader.ts';
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

/** Source of prices without conflation: an event per change. @param hearChanges Hears every change of an asset. */
export function createRawQuoteSource(pulses: Pulses, hearChanges: HearChanges, clock: Clock): EventSource {
  return {
    want: wantPulses(pulses),
    hear: (ref, log) =>
      hearChanges(ref, (pulse) =>
        log({ asset: ref.asset, kind: 'quote', frame: { ...toPriceFrame(pulse), sentAt: clock() } }),
      ),
  };
}

/** Source of the order flow without conflation: an event per change. */
export function createRawFlowSource(pulses: Pulses, hearChanges: HearChanges, feed: Feed): EventSource {
  return {
    want: wantPulses(pulses),
    hear: (ref, log) => {
      const count: TradedCount = { counted: feed.find(ref.asset) };
      return hearChanges(ref, (pulse) => {
        const volume = countTraded(count, feed.find(ref.asset));
        log({ asset: ref.asset, kind: 'flow', pulse: { pulse, volume } });
      });
    },
  };
}

type HearChanges = (ref: AssetRef, listener: (pulse: Pulse) => void) => () => void;

/** Source of trades: an event per trade, with the side that the venue stated. */
export function createTradeSource(trades: LiveTrades, clock: Clock): EventSource {
  const hearers = new Map<string, (trade: VenueTrade) => void>();
  let stop: (() => void) | null = null;
  return {
    // Trades are recorded whether there are readers or not.
    want: () => () => undefined,
    hear: ({ asset }, log) => {
      stop ??= trades.onTrade((trade) => hearers.get(trade.asset)?.(trade));
      hearers.set(asset, ({ price, size, side, id, venueTime, receivedAt, isBlock }) =>
        log({
          asset,
          kind: 'trade',
          frame: { asset, price, size, side, id, venueTime, receivedAt, isBlock, sentAt: clock() },
        }),
      );
      return () => {
        hearers.delete(asset);
        if (hearers.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

const wantPulses = (pulses: Pulses) => (ref: AssetRef, readers: ReadonlySet<LogReader>) =>
  // The listener is heard by no one: it makes the asset wanted, and lasts as long as there are readers.
  pulses.subscribe(
    ref,
    () => undefined,
    () => readers.size,
  );
