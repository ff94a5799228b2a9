/**
 * One form for all texts: lower case, no accents, straight quotes and dashes, no dots in initials
 * (`U.S.` is `us`), no markdown.
 */
export function fold(text: string): string {
  return (LETTERS_TO_FOLD.test(text) ? foldLetters(text) : text.toLowerCase())
    .replaceAll('`', "'")
    .replace(/\*\*|__/g, '')
    .replace(/\b([a-z])\.(?=[a-z]\b|\s|[,?]|$)/g, '$1')
    .replace(/\s\s+|[^\S ]/g, ' ');
}

/** Accents, curly quotes, long dashes: most texts hold no such character. */
const LETTERS_TO_FOLD = /[\u0080-\uffff]/;

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i');
}

/** Marks a word that stands for a phrase with digits, which must not be read as a number. */
export const PHRASE_MARK = '\uE000';

const TOKEN = /[\p{L}\p{N}\uE000]+(?:'[\p{L}]+)?/gu;

/** The words of a folded text, in order; a possessive `'s` is dropped. */
export function splitTokens(folded: string): string[] {
  const tokens = folded.match(TOKEN) ?? [];
  return tokens.map((token) => (token.endsWith("'s") ? token.slice(0, -2) : token));
}
