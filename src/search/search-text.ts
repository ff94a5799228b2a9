import { fold } from '../links/vocabulary/text.ts';

/** Letters with strokes and ligatures, which Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' };
const ODD_LETTERS = /[łđæœþð]/g;
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g;
const AMOUNT =
  /(\$\s?)?(?<![\p{L}\p{N}])(\d+(?:\.\d+)?)\s?(k|thousand|m|mn|million|b|bn|billion|trillion)(?![\p{L}\p{N}])/gu;
const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
};
const WORD = /[\p{L}\p{N}]+/gu;

/** Folds a text to the letters that are indexed: lower case, no accents, no thousands separators. */
export function foldForSearch(text: string): string {
  return fold(text)
    .replace(ODD_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(THOUSANDS, '$1');
}

/** Converts a text to its indexed form, in which `100k`, `$1.5m` and `2 billion` are followed by the whole number. */
export function toIndexedText(text: string): string {
  const folded = foldForSearch(text);
  const amounts = [...folded.matchAll(AMOUNT)].flatMap(([, dollar, digits, unit]) => {
    // `5m` without a dollar sign are five minutes in many titles.
    const isAmount = dollar !== undefined || unit === 'k' || unit!.length > 1;
    const whole = isAmount ? findWholeNumber(digits!, unit!) : null;
    return whole === null ? [] : [whole];
  });
  return amounts.length === 0 ? folded : `${folded} ${amounts.join(' ')}`;
}

/** Finds the number that an amount such as `80k` or `$1.5m` means; null for other texts. */
export function findAmount(folded: string): string | null {
  const [match] = folded.matchAll(AMOUNT);
  return match === undefined || match[0].length !== folded.length
    ? null
    : findWholeNumber(match[2]!, match[3]!);
}

/** Splits a folded text into words of letters and digits of any script. */
export function splitWords(folded: string): readonly string[] {
  return folded.match(WORD) ?? [];
}

function findWholeNumber(digits: string, unit: string): string | null {
  const value = Number((Number(digits) * UNITS[unit]!).toPrecision(15));
  return Number.isSafeInteger(value) ? String(value) : null;
}
