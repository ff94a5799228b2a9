import { type EpochMs, type MarketTerms, NO_TERMS } from '../../domain/index.ts';
import {
  findExpiry,
  findPositiveNumber,
  formatUtc,
  joinSlug,
  type OutcomeDescription,
} from './description.ts';
import type { OutcomeText } from './outcome-text.ts';

/** Builds the texts of a price market without an event: Yes wins when the mark is above the target at expiry. */
export function readPriceBinary({ fields, text }: OutcomeDescription, yesLabel: string): OutcomeText {
  const underlying = fields.get('underlying') ?? null;
  const target = fields.get('targetPrice');
  const endDate = findExpiry(fields.get('expiry'));
  const strike = findPositiveNumber(target);
  return {
    title: `${underlying ?? 'Price'} above ${target ?? '?'}${at(endDate)}`,
    eventTitle: null,
    category: null,
    endDate,
    rules: text,
    terms: {
      ...NO_TERMS,
      direction: strike === null ? null : 'above',
      strike,
      underlying,
      settlementSource: underlying === null ? null : `Hyperliquid ${underlying} mark price`,
    },
    nativeSlug: joinSlug(underlying, 'above', target, yesLabel, slugTime(endDate)),
  };
}

/** Builds the texts of one bucket of a question: below the first threshold, between two, or above the last. */
export function readPriceBucket(
  own: OutcomeDescription,
  parent: OutcomeDescription,
  yesLabel: string,
): OutcomeText {
  const underlying = parent.fields.get('underlying') ?? null;
  const thresholds = (parent.fields.get('priceThresholds') ?? '').split(',').filter((part) => part !== '');
  const endDate = findExpiry(parent.fields.get('expiry'));
  const index = Number(own.fields.get('index') ?? Number.NaN);
  const low = thresholds[index - 1];
  const high = thresholds[index];
  const isBucket = Number.isInteger(index) && index >= 0 && index <= thresholds.length;
  const range = isBucket ? bucketRange(low, high) : null;
  const name = underlying ?? 'Price';
  return {
    title: `${name} ${range?.words ?? own.text}${at(endDate)}`,
    eventTitle: `${name} price range${at(endDate)}`,
    category: null,
    endDate,
    rules: `${parent.text}|${own.text}`,
    terms: {
      ...NO_TERMS,
      ...(range?.terms ?? {}),
      underlying,
      settlementSource: underlying === null ? null : `Hyperliquid ${underlying} mark price`,
    },
    nativeSlug:
      range === null ? null : joinSlug(underlying, 'price-range', slugTime(endDate), range.slug, yesLabel),
  };
}

interface BucketRange {
  readonly words: string;
  readonly slug: string;
  readonly terms: Pick<MarketTerms, 'direction' | 'strike' | 'strikeHigh'>;
}

function bucketRange(low: string | undefined, high: string | undefined): BucketRange | null {
  const strike = findPositiveNumber(low ?? high);
  if (strike === null) return null;
  if (low === undefined) {
    return {
      words: `below ${high}`,
      slug: `below-${high}`,
      terms: { direction: 'below', strike, strikeHigh: null },
    };
  }
  if (high === undefined) {
    return {
      words: `above ${low}`,
      slug: `above-${low}`,
      terms: { direction: 'above', strike, strikeHigh: null },
    };
  }
  const strikeHigh = findPositiveNumber(high);
  if (strikeHigh === null) return null;
  return {
    words: `from ${low} to ${high}`,
    slug: `${low}-to-${high}`,
    terms: { direction: 'between', strike, strikeHigh },
  };
}

function at(time: EpochMs | null): string {
  return time === null ? '' : ` at ${formatUtc(time)}`;
}

/** Formats a time as in the venue's URLs: `jul-16-0600`. */
function slugTime(time: EpochMs | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }).toLowerCase();
  const [, day, hour, minute] = /-(\d{2})T(\d{2}):(\d{2})/.exec(date.toISOString()) ?? [];
  return `${month}-${day}-${hour}${minute}`;
}
