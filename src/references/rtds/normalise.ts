import { epochMs, formatDecimal, REFERENCE_COINS } from '../../domain/index.ts';
import type { ReferenceSeries, ReferenceValue } from '../relay.ts';

/** Topics by source, with the length of the average in seconds. */
export const TOPICS = {
  chainlink: { topic: 'crypto_prices_chainlink', window: undefined },
  twap60: { topic: 'crypto_prices_twap_sixty', window: 60 },
  twap30: { topic: 'crypto_prices_twap_thirty', window: 30 },
} as const;

/**
 * Topic of another source, which also carries snapshots of Chainlink's spot price. They are recognised by their symbol.
 */
const OTHER_TOPIC = 'crypto_prices';
/** Integer in units of 10^-18 USD. */
const UNITS = /^(0|[1-9]\d{0,39})$/;
const PLACES = 18;

export interface FrameName {
  readonly topic: string;
  readonly symbol: string;
  /** Length of the average in seconds. Absent for a spot price. */
  readonly window_s?: number | undefined;
}

/**
 * Finds the series of a frame.
 *
 * @returns `changed` when the symbol or the length of the average does not belong to the topic. null for another source
 * or coin.
 */
export function findSeries(
  { topic, symbol, window_s: window }: FrameName,
  isSnapshot: boolean,
): { readonly series: ReferenceSeries; readonly changed: boolean } | null {
  const coin = REFERENCE_COINS.find((one) => `${one}/usd` === symbol.toLowerCase());
  if (coin === undefined) return null;
  const entries = Object.entries(TOPICS);
  const byTopic = entries.find(([, known]) => known.topic === topic);
  const byWindow = entries.find(([, known]) => known.window === window);
  if (byTopic !== undefined) {
    const changed = window !== undefined && byTopic[1].window !== window;
    return { series: { source: byTopic[0], coin }, changed };
  }
  if (topic !== OTHER_TOPIC || byWindow === undefined) return null;
  const isSpot = isSnapshot && window === undefined;
  return { series: { source: byWindow[0], coin }, changed: !isSpot };
}

/** Converts an integer of 10^-18 units to decimal text. null when the text is no such integer. */
function readUnits(text: string): string | null {
  return UNITS.test(text) ? formatDecimal({ digits: BigInt(text), places: PLACES }) : null;
}

/** Converts a point to a value. null when its text is not in the unit of the topics that are read. */
export function toValue(
  series: ReferenceSeries,
  point: { readonly timestamp: number; readonly value: number; readonly full_accuracy_value?: string },
  arrival: Pick<ReferenceValue, 'receivedAt' | 'isSnapshot'>,
): ReferenceValue | null {
  const { timestamp, value, full_accuracy_value: exact } = point;
  const text = exact === undefined ? null : readUnits(exact);
  if (exact !== undefined && text === null) return null;
  return { ...series, t: epochMs(timestamp), text, value, count: null, ...arrival };
}
