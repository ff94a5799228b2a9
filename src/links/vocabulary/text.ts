/**
 * Folds a text to the common form of all texts: lower case, no accents, straight quotes and dashes, no dots in initials
 * (`U.S.` is `us`), no markdown.
 */
export function fold(text: string): string {
  const found = glance(text);
  if (found === PLAIN) return text.toLowerCase();
  if (found === DOTTED) return text.toLowerCase().replace(INITIALS, '$1');
  return (found === LETTERS ? foldLetters(text) : text.toLowerCase())
    .replaceAll('`', "'")
    .replace(/\*\*|__/g, '')
    .replace(INITIALS, '$1')
    .replace(/\s\s+|[^\S ]/g, ' ');
}

const INITIALS = /\b([a-z])\.(?=[a-z]\b|\s|[,?]|$)/g;

/** Amount of folding that a text needs: only its case, also initials, more, or letters beyond ASCII. */
const [PLAIN, DOTTED, ODD, LETTERS] = [0, 1, 2, 3];

/** Finds how much folding a text needs in one pass over its characters, because most texts need little. */
function glance(text: string): number {
  let found = PLAIN;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Accents, curly quotes and long dashes.
    if (code >= 0x80) return LETTERS;
    const isSpace = code === SPACE ? before === SPACE : code >= TAB && code <= RETURN;
    if (isSpace || code === BACKTICK || code === ASTERISK || code === UNDERSCORE) found = ODD;
    else if (code === DOT && found === PLAIN) found = DOTTED;
    before = code;
  }
  return found;
}

const [TAB, RETURN, SPACE, ASTERISK, DOT, UNDERSCORE, BACKTICK] = [9, 13, 32, 42, 46, 95, 96];

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

/** Character that marks a word made of a phrase with digits, so that it is not read as a number. */
export const PHRASE_MARK = '\uE000';

const TOKEN = /[\p{L}\p{N}\uE000]+(?:'[\p{L}]+)?/gu;

/** Splits a folded text into its words, in order. A possessive `'s` is removed. */
export function splitTokens(folded: string): string[] {
  const tokens = folded.match(TOKEN) ?? [];
  return tokens.map((token) => (token.endsWith("'s") ? token.slice(0, -2) : token));
}
