import { epochMs, REFERENCE_COINS } from '../../domain/index.ts';
import type { ReferenceSeries, ReferenceValue } from '../relay.ts';

/** Channels by source, with the filter for a coin. The provider of spot prices is fixed. */
export const CHANNELS = {
  chainlink: { channel: 'price.crypto', filter: { provider: 'chainlink' }, window: undefined },
  twap60: { channel: 'price.crypto.twap', filter: { window_seconds: 60 }, window: 60 },
} as const;

const PROVIDER = 'chainlink';

/**
 * Finds the series of a frame.
 *
 * @returns `changed` when the provider or the length of the average differs. null for another channel or coin.
 */
export function findSeries(frame: {
  readonly channel: string;
  readonly payload: {
    readonly symbol: string;
    readonly source: string;
    readonly window_seconds?: number | undefined;
  };
}): { readonly series: ReferenceSeries; readonly changed: boolean } | null {
  const { symbol, source, window_seconds: window } = frame.payload;
  const known = Object.entries(CHANNELS).find(([, { channel }]) => channel === frame.channel);
  const coin = REFERENCE_COINS.find((one) => `${one}usd` === symbol);
  if (known === undefined || coin === undefined) return null;
  return {
    series: { source: known[0], coin },
    changed: source !== PROVIDER || window !== known[1].window,
  };
}

/** Converts a point to a value. Its text is the decimal itself. */
export function toValue(
  series: ReferenceSeries,
  point: { readonly timestamp: number; readonly value: number; readonly full_accuracy_value?: string },
  arrival: Pick<ReferenceValue, 'receivedAt' | 'isSnapshot'>,
): ReferenceValue {
  const { timestamp, value, full_accuracy_value: text = null } = point;
  return { ...series, t: epochMs(timestamp), text, value, count: null, ...arrival };
}
