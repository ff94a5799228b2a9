import type { RandomBytes } from '../domain/index.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** First byte that is not used, 4 * 62: bytes from here on would make some characters likelier than others. */
const UNBIASED_BELOW = 248;

/** Generates random letters and digits. Bytes that would make some characters likelier are dropped. */
export function generateBase62(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < UNBIASED_BELOW) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** Formats a number in base 62, padded with zeros. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text.padStart(length, '0');
}
