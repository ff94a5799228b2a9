import { type Odds, priceText } from './market.ts';
import { bytes, compact, count, directed, fixed, MISSING, microUsd, significant } from './number.ts';
import { dayTime, duration, isoTime, type Zone } from './time.ts';

/** A value of the API as people read it. */
export interface ShownValue {
  readonly text: string;
  /** The value in full, for titles and the clipboard; or why there is none. */
  readonly full: string;
}

export interface FieldOptions {
  /** The unit of prices; fields named `…Price`, `…Px`, `bid`, `last` and the like follow it. */
  readonly priceUnit?: 'usd' | 'probability';
  /** Notation of probabilities. Default: percent. */
  readonly odds?: Odds;
  /** Whether the field is a change and shows its direction. */
  readonly signed?: boolean;
  readonly zone?: Zone;
  /** Reason why the value is missing. */
  readonly whyNull?: string | undefined;
  /** Decimals in place of those of the unit. */
  readonly decimals?: number;
}

interface Suffix {
  readonly ends: RegExp;
  /** Stands in the header, once for the column. */
  readonly unit: string | ((options: FieldOptions) => string);
  readonly text: (value: number, options: FieldOptions) => string;
}

const PRICE = /^(last|bid|ask|mid|price|open|high|low|close|vwap|fair(Value)?|value)$|(Price|Px|Bid|Ask)$/;

/** Suffixes of a field's name, first match first. */
const SUFFIXES: readonly Suffix[] = [
  { ends: /MicroUsd$/, unit: 'USD', text: (value) => microUsd(value) },
  { ends: /Bps$/, unit: 'bps', text: (value, { decimals = 1 }) => fixed(value, decimals) },
  { ends: /Frac$/, unit: '%', text: (value, { decimals = 2 }) => fixed(value * 100, decimals) },
  { ends: /Pct$/, unit: '%', text: (value, { decimals = 2 }) => fixed(value, decimals) },
  {
    ends: /Pts$/,
    unit: ({ odds }) => (odds === 'cents' ? '¢' : 'pp'),
    text: (value, { decimals = 1 }) => fixed(value, decimals),
  },
  {
    ends: /(At|Time|Date|lastMs|firstMs|fromMs|toMs)$/,
    unit: '',
    text: (value, { zone = 'utc' }) => dayTime(value, zone),
  },
  { ends: /Ms$/, unit: '', text: (value) => duration(value) },
  { ends: /Usd$/, unit: 'USD', text: (value) => compact(value) },
  { ends: /[bB]ytes$/, unit: '', text: (value) => bytes(value) },
  { ends: /([cC]ount|^n|bars|[nN]umber)$/, unit: '', text: (value) => count(value) },
  {
    ends: PRICE,
    unit: ({ priceUnit, odds }) => (priceUnit === 'probability' ? (odds === 'cents' ? '¢' : '%') : 'USD'),
    text: (value, { priceUnit = 'usd', odds = 'percent' }) => priceText(value, priceUnit, odds),
  },
];

/** Finds the unit of a field by its name, for the header over it; '' when its values carry it, or it has none. */
export function getUnit(field: string, options: FieldOptions = {}): string {
  const unit = SUFFIXES.find(({ ends }) => ends.test(field))?.unit ?? '';
  return typeof unit === 'string' ? unit : unit(options);
}

/**
 * Formats a value of the API by the suffix of its field: `changeFrac` 0.05 is `5.00`, `feeMicroUsd` 1 is `0.000001`.
 *
 * A missing value is a dash with its reason; zero is `0`; a value that is not a finite number is named as such.
 */
export function shown(field: string, value: unknown, options: FieldOptions = {}): ShownValue {
  if (value === null || value === undefined) {
    return { text: MISSING, full: reasonText(options.whyNull) };
  }
  if (typeof value !== 'number') {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return { text, full: text };
  }
  if (!Number.isFinite(value)) return { text: String(value), full: 'not a finite number' };
  const suffix = SUFFIXES.find(({ ends }) => ends.test(field));
  const text = suffix === undefined ? significant(value) : suffix.text(value, options);
  const isTime = suffix !== undefined && /Time|At/.test(suffix.ends.source);
  const full = isTime ? isoTime(value) : String(value);
  return { text: options.signed === true ? directed(value, text) : text, full };
}

/** Formats a reason such as `no_touch` as words; '' when no reason is known. */
export function reasonText(reason: string | undefined): string {
  if (reason === undefined || reason === '') return 'no value';
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}

/** The reasons of the API, one short sentence each; docs/errors.md explains them. */
const REASONS: Readonly<Record<string, string>> = {
  balanced: 'neither side leads',
  beyond_limit: 'the venue lists it below our own limit of markets',
  crossed_book: 'bid and ask cross',
  delisted: 'the asset has left its venue',
  never_recorded: 'nothing was ever recorded',
  no_consensus: 'fewer than two venues have a fresh mid, and there is no oracle price',
  no_day_old_record: 'no record is a day old, and the venue states no change',
  no_end: 'the venue states no end',
  no_price: 'the market has no price',
  no_recent_record: 'nothing was recorded in the last 24 hours',
  no_snapshot: 'the venue has not answered yet',
  no_touch: 'nothing rests at one side of the book, or the venue does not publish it',
  no_volume: 'no volume is known',
  not_applicable: 'does not apply to this kind of market',
  not_published: 'the venue does not publish it',
  not_read: 'it was not read',
  not_resolved: 'the market has not ended',
  too_few_bars: 'too few records',
  zero_denominator: 'it would be a division by zero',
};
