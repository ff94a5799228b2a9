import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type {
  Bundle,
  GetQuoteAnswer,
  StreamAssetFrame,
  StreamSignalFrame,
} from '../../../client/src/index.ts';
import { findVenue, getPriceUnit } from '../../format/venue.ts';
import { type Call, call } from '../../state/calls.ts';
import { serviceNow } from '../../state/clock.ts';
import { type Live, live } from '../../state/live.ts';

/** State that the panels of one asset's page share: its calls, and the last frames of its streams. */
export interface AssetState {
  readonly asset: string;
  /** null: an id of no venue that this version knows. */
  readonly venue: string | null;
  readonly unit: 'usd' | 'probability';
  readonly path: string;
  readonly quote: Call<GetQuoteAnswer>;
  readonly bundle: Call<Bundle>;
  /** The newest price that came by stream, with the moment it arrived; null before the first. */
  readonly tick: ReadonlySignal<StreamAssetFrame | null>;
  /** The newest bundle, by stream or by call; null before the first. */
  readonly newest: ReadonlySignal<Bundle | null>;
  /** Price and direction by stream. */
  readonly prices: Live;
  readonly signals: Live;
  readonly onResync: (run: () => void) => void;
  /** Whether the chart has its first answer, or will have none: what it does without is loaded then. */
  readonly hasChart: Signal<boolean>;
  close(): void;
}

export const QUOTE_EVERY_MS = 2_000;

export function assetState(asset: string): AssetState {
  const id = encodeURIComponent(asset);
  const quote = call<GetQuoteAnswer>(`/api/m2m/${id}/quote`, { everyMs: QUOTE_EVERY_MS });
  const bundle = call<Bundle>(`/api/m2m/${id}/bundle`, { everyMs: 15_000, credential: 'key' });
  const tick = signal<StreamAssetFrame | null>(null);
  const streamed = signal<Bundle | null>(null);
  const resyncs: (() => void)[] = [];
  const prices = live<StreamAssetFrame>({
    open: (client, options) => client.streamAsset({ asset }, options),
    onFrame: (frame) => {
      tick.value = frame;
    },
    onResync: () => {
      for (const run of resyncs) run();
    },
  });
  const signals = live<StreamSignalFrame>({
    open: (client, options) => client.streamSignal({ asset }, options),
    onFrame: (frame) => {
      streamed.value = frame as unknown as Bundle;
    },
  });
  // A stream that begins to cost something is started with the other by one press.
  const stopTogether = effect(() => {
    if (prices.state.value.kind === 'live' && signals.state.peek().kind === 'charged') signals.start();
  });
  return {
    asset,
    venue: findVenue(asset),
    unit: getPriceUnit(asset),
    path: `/api/asset/${id}`,
    quote,
    bundle,
    tick,
    newest: computed(
      () => (signals.state.value.kind === 'live' ? streamed.value : null) ?? bundle.state.value.data,
    ),
    prices,
    signals,
    onResync: (run) => resyncs.push(run),
    hasChart: signal(false),
    close: () => {
      stopTogether();
      prices.close();
      signals.close();
    },
  };
}

/** Returns the service's clock, or 0 before the first answer, for which painters cannot wait. */
export const clockOrZero = (): number => serviceNow() ?? 0;
