import { isJsonObject } from '../domain/index.ts';

/** Maximum length of a tool's result: about 6,000 tokens, which an assistant reads completely. */
export const MAX_CHARACTERS = 24_000;
/** Error code of a response that cannot be shortened enough. */
export const TOO_LARGE = 'answer_too_large';
/** Maximum lengths of lists, tried one after the other until the result is short enough. */
const LIST_LENGTHS = [200, 100, 50, 25, 12, 6] as const;

/** A list that was shortened. */
interface ShortenedList {
  /** Path of the list in the response: `records`, `bundles[].series`. */
  readonly list: string;
  readonly of: number;
  readonly sent: number;
  readonly kept: 'first' | 'newest' | 'evenly spaced, first and last included';
}

/**
 * Shortens a response until an assistant can read it completely, as JSON text.
 *
 * Long lists are shortened by one rule, so that lists of equal length stay aligned. Records and candles keep the newest
 * ones, because leaving out some in between would lose highs and lows. Lists of plain numbers, which are small charts,
 * keep evenly spaced ones. Ranked lists keep the first ones. The member `shortened` names the shortened lists.
 */
export function compactAnswer(answer: unknown, mostCharacters: number = MAX_CHARACTERS): string {
  const whole = JSON.stringify(answer);
  if (whole.length <= mostCharacters) return whole;
  let text = whole;
  for (const length of LIST_LENGTHS) {
    const shortened = new Map<string, ShortenedList>();
    const body = shortenText(answer, length, '', shortened);
    text = JSON.stringify(
      isJsonObject(body)
        ? { ...body, shortened: [...shortened.values()] }
        : { answer: body, shortened: [...shortened.values()] },
    );
    if (text.length <= mostCharacters) return text;
  }
  return JSON.stringify({
    ok: false,
    error: TOO_LARGE,
    message: `the answer has ${whole.length} characters and cannot be shortened to ${mostCharacters}; ask for fewer assets or a narrower window`,
  });
}

function shortenText(
  value: unknown,
  length: number,
  place: string,
  shortened: Map<string, ShortenedList>,
): unknown {
  if (Array.isArray(value)) {
    const items = value.length > length ? pick(value, length, place, shortened) : value;
    return items.map((item) => shortenText(item, length, `${place}[]`, shortened));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      shortenText(member, length, place === '' ? name : `${place}.${name}`, shortened),
    ]),
  );
}

function pick(
  items: readonly unknown[],
  length: number,
  place: string,
  shortened: Map<string, ShortenedList>,
): unknown[] {
  const isChart = typeof items[0] === 'number';
  const isSeries = typeof (items[0] as { t?: unknown })?.t === 'number';
  const kept = isChart ? 'evenly spaced, first and last included' : isSeries ? 'newest' : 'first';
  const known = shortened.get(place);
  if (known === undefined || known.of < items.length) {
    shortened.set(place, { list: place, of: items.length, sent: length, kept });
  }
  if (!isChart) return isSeries ? items.slice(-length) : items.slice(0, length);
  const step = (items.length - 1) / (length - 1);
  return Array.from({ length }, (_, i) => items[Math.round(i * step)]);
}
