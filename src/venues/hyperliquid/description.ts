import { DAY_MS, type EpochMs, epochMs, toSlug } from '../../domain/index.ts';

/** The parsed description of an outcome or a question. */
export interface OutcomeDescription {
  /** The `key:value` pairs; empty for free text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The description without its `metadata=` tail. */
  readonly text: string;
  readonly category: string | null;
}

/** Splits a description into its pairs, its prose and the category in its `metadata=` tail. */
export function readDescription(description: string): OutcomeDescription {
  const [prose = '', tail = ''] = splitAtLast(description, 'metadata=');
  const category = readPairs(tail).get('category') ?? null;
  return {
    fields: looksLikePairs(prose) ? readPairs(prose) : new Map(),
    text: prose.trim(),
    category: category === 'N/A' ? null : category,
  };
}

/**
 * Reads a time in the form `YYYYMMDD-HHMM`, which is UTC. null for any other text, and for days such as 30 February.
 */
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

/** Returns the last millisecond of a day in the form `YYYYMMDD`, which is UTC; null for any other text. */
export function findEndOfDay(text: string | undefined): EpochMs | null {
  const start = /^\d{8}$/.test(text ?? '') ? findExpiry(`${text}-0000`) : null;
  return start === null ? null : epochMs(start + DAY_MS - 1);
}

/** Replaces each `{keyword}` by its value. A keyword without a value remains. */
export function fillIn(wording: string, fields: ReadonlyMap<string, string>): string {
  return wording.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = fields.get(key);
    return value === undefined ? whole : formatValue(value);
  });
}

/** Formats a value for readers: a time as `2026-07-16 06:00 UTC`, any other value unchanged. */
export function formatValue(value: string): string {
  const time = findExpiry(value);
  return time === null ? value : formatUtc(time);
}

/** Formats a time as `2026-07-16 06:00 UTC`. */
export function formatUtc(time: EpochMs): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Reads a decimal above 0; null for absent text, and for text that is not such a decimal. */
export function findPositiveNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Joins the non-empty parts in the form of the venue's URLs; null when all are empty. */
export function joinSlug(...parts: readonly (string | null | undefined)[]): string | null {
  const slugs = parts.map((part) => toSlug(part ?? '')).filter((slug) => slug !== '');
  return slugs.length === 0 ? null : slugs.join('-');
}

function splitAtLast(text: string, separator: string): [string, string] {
  const index = text.lastIndexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Whether the text consists of pairs: each part between bars starts with a keyword and a colon. */
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
