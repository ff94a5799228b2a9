import { hash } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of random symbols in a code: 120 bits. */
const RANDOM_SYMBOLS = 24;
const GROUP = 5;
const CHECK_MODULUS = 37;

/** Generates a code: `<prefix>-` and five groups of five symbols. The last symbol is the check symbol. */
export function generateCode(prefix: string, random: (count: number) => Uint8Array): string {
  for (;;) {
    const symbols = Array.from(random(RANDOM_SYMBOLS), (byte) => ALPHABET[byte % 32]).join('');
    const check = checkValue(symbols);
    // The five check values beyond the alphabet have no symbol, so a new code is drawn.
    if (check >= ALPHABET.length) continue;
    const all = symbols + ALPHABET[check];
    const groups = Array.from({ length: all.length / GROUP }, (_, i) =>
      all.slice(i * GROUP, (i + 1) * GROUP),
    );
    return [prefix, ...groups].join('-');
  }
}

/**
 * Reads a code as people write it: any case, with or without dashes and spaces, I and L for 1, O for 0.
 *
 * @returns The 25 symbols, and whether the prefix and the check symbol are right. A text that cannot be a code
 * gives symbols all the same, so that a look-up costs the same for each.
 */
export function readCode(
  prefix: string,
  text: string,
): { readonly symbols: string; readonly isPlausible: boolean } {
  const packed = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const start = prefix.toUpperCase().replaceAll('-', '');
  const hasPrefix = packed.startsWith(start);
  const symbols = (hasPrefix ? packed.slice(start.length) : packed)
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');
  const isComplete =
    symbols.length === RANDOM_SYMBOLS + 1 && [...symbols].every((one) => ALPHABET.includes(one));
  const isPlausible =
    hasPrefix && isComplete && ALPHABET[checkValue(symbols.slice(0, RANDOM_SYMBOLS))] === symbols.at(-1);
  return { symbols, isPlausible };
}

/** Computes the stored form of a code: SHA-256 of its 25 symbols, lower-case hex. */
export function hashCode(symbols: string): string {
  return hash('sha256', symbols, 'hex');
}

/** Computes the symbols as a number in base 32, modulo 37. */
function checkValue(symbols: string): number {
  let value = 0;
  for (const symbol of symbols) value = (value * 32 + ALPHABET.indexOf(symbol)) % CHECK_MODULUS;
  return value;
}
