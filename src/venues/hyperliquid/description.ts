import { DAY_MS, type EpochMs, epochMs, toSlug } from '../../domain/index.ts';

/** The parsed description of an outcome or a question. */
export interface Description {
  /** `key:value` pairs; empty for free text. */
  readonly fields: ReadonlyMap<string, string>;
  /** Text without the `metadata=` tail. */
  readonly text: string;
  readonly category: string | null;
}

/** Splits a description into its pairs, its prose and the category of its `metadata=` tail. */
export function readDescription(description: string): Description {
  const [prose = '', tail = ''] = splitAtLast(description, 'metadata=');
  const category = readPairs(tail).get('category') ?? null;
  return {
    fields: looksLikePairs(prose) ? readPairs(prose) : new Map(),
    text: prose.trim(),
    category: category === 'N/A' ? null : category,
  };
}

/** Reads `YYYYMMDD-HHMM`, which the venue means in UTC. null for anything else, also 30 February. */
export function findExpiry(text: string | undefined): EpochMs | null {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})$/.exec(text ?? '');
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? epochMs(time.getTime()) : null;
}

/** The last millisecond of a day `YYYYMMDD`, which the venue means in UTC; null for anything else. */
export function findEndOfDay(text: string | undefined): EpochMs | null {
  const start = /^\d{8}$/.test(text ?? '') ? findExpiry(`${text}-0000`) : null;
  return start === null ? null : epochMs(start + DAY_MS - 1);
}

/** Puts values in the place of `{keyword}`; a keyword without a value stays as it is. */
export function fillIn(wording: string, fields: ReadonlyMap<string, string>): string {
  return wording.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = fields.get(key);
    return value === undefined ? whole : formatValue(value);
  });
}

/** A value in words: a time as `2026-07-16 06:00 UTC`, anything else as it is. */
export function formatValue(value: string): string {
  const time = findExpiry(value);
  return time === null ? value : formatUtc(time);
}

/** `2026-07-16 06:00 UTC`. */
export function formatUtc(time: EpochMs): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Reads a decimal; null where it is absent, no number or not above 0. */
export function findPositiveNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Joins the parts that say something as the venue writes its addresses; null where none does. */
export function joinSlug(...parts: readonly (string | null | undefined)[]): string | null {
  const slugs = parts.map((part) => toSlug(part ?? '')).filter((slug) => slug !== '');
  return slugs.length === 0 ? null : slugs.join('-');
}

function splitAtLast(text: string, separator: string): [string, string] {
  const index = text.lastIndexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Every part between bars starts with a keyword and a colon: prose does not. */
function looksLikePairs(text: string): boolean {
  return text !== '' && text.split('|').every((part) => /^[A-Za-z]\w*:/.test(part)) && !/^https?:/.test(text);
}

function readPairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split('|')) {
    const colon = part.indexOf(':');
    if (colon > 0) found.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim());
  }
  return found;
}
