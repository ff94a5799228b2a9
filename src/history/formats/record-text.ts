import type { Columns } from '../contract/history-store.ts';
import { decodeSource } from '../contract/source-codes.ts';

/** Maximum size of one record in bytes. Writing whole words may exceed the end of the last one by `SLACK_BYTES`. */
const RECORD_BYTES = 112;
const SLACK_BYTES = 16;

/** A time is written as leading digits, which rarely change, and 8 last digits; `high` has the leading ones. */
const LOW_TIMES = 1e8;

/** Doubles distinguish all decimals of up to 15 digits, so below this no shorter text parses to the same double. */
const MAX_SCALED = 1e15;
const MAX_UNITS = 2 ** 31;
const MAX_DECIMALS = 8;

/** Smallest number that `String` writes without an exponent. */
const MIN_PLAIN = 1e-6;

const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

const FACTORS = Int32Array.of(1, 10, 100, 1_000, 10_000);

/** Four digits of each number from 0 to 9,999 as a little-endian word; `ENDING_ZEROS` counts the zeros at their end. */
const FOUR_DIGITS = new Int32Array(10_000);
const ENDING_ZEROS = new Uint8Array(10_000);
for (let i = 0; i < 10_000; i++) {
  const text = String(i).padStart(4, '0');
  FOUR_DIGITS[i] = toWord(text);
  ENDING_ZEROS[i] = text.length - text.replace(/0+$/, '').length;
}

const PRICE = toWord(',"p"');
const VOLUME = toWord(',"v"');
const COLON = 58;
const DOT = 46;
const OPENING_WORDS = new Int32Array(3);

/** Text that ends a record, by the code of its source. `END_WORDS` has the same texts as four words each. */
const END_TEXTS = [0, 1, 2, 3, 4].map((code) => {
  const source = decodeSource(code);
  return source === null ? '}' : `,"s":"${source}"}`;
});
const END_WORDS = Int32Array.from(
  END_TEXTS.flatMap((text) => [0, 4, 8, 12].map((at) => toWord(text.slice(at, at + 4)))),
);
const END_LENGTHS = Uint8Array.from(END_TEXTS, (text) => text.length);

/**
 * Formats records as JSON objects, each preceded by the separator (one ASCII character), with one unused byte at the
 * end.
 *
 * Numbers have the digits of `JSON.stringify`. A price is nearly always a short decimal, that is a whole number divided
 * by a power of ten: the code verifies the division, and writes four digits at a time.
 */
export function recordTexts({ t, p, v, s, length }: Columns, separator: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length * RECORD_BYTES + SLACK_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const prices = new NumberText(view);
  const volumes = new NumberText(view);
  let at = 0;
  let high = Number.NaN;
  for (let i = 0; i < length; i++) {
    let low = t[i]! - high;
    if (!(low >= 0 && low < LOW_TIMES)) {
      high = openAt(t[i]!, separator);
      low = t[i]! - high;
    }
    if (low >= 0) {
      view.setInt32(at, OPENING_WORDS[0]!, true);
      view.setInt32(at + 4, OPENING_WORDS[1]!, true);
      view.setInt32(at + 8, OPENING_WORDS[2]!, true);
      const digits = low | 0;
      const first = (digits / 10_000) | 0;
      view.setInt32(at + 11, FOUR_DIGITS[first]!, true);
      view.setInt32(at + 15, FOUR_DIGITS[digits - first * 10_000]!, true);
      at += 19;
    } else {
      at = ascii(view, at, `${separator}{"t":${t[i]}`);
    }
    view.setInt32(at, PRICE, true);
    view.setUint8(at + 4, COLON);
    at = prices.write(at + 5, p[i]!);
    const volume = v[i]!;
    if (!Number.isNaN(volume)) {
      view.setInt32(at, VOLUME, true);
      view.setUint8(at + 4, COLON);
      at = volumes.write(at + 5, volume);
    }
    const end = s[i]! * 4;
    view.setInt32(at, END_WORDS[end]!, true);
    view.setInt32(at + 4, END_WORDS[end + 1]!, true);
    view.setInt32(at + 8, END_WORDS[end + 2]!, true);
    view.setInt32(at + 12, END_WORDS[end + 3]!, true);
    at += END_LENGTHS[s[i]!]!;
  }
  return bytes.subarray(0, at + 1);
}

/** Writes the numbers of one column, which usually have the same number of decimals. */
class NumberText {
  readonly #view: DataView;
  #decimals = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  /** Writes a number. @returns End of its text. */
  write(start: number, value: number): number {
    const power = POWERS[this.#decimals]!;
    const scaled = Math.floor(value * power + 0.5);
    if (scaled / power !== value || scaled >= MAX_SCALED || value < MIN_PLAIN) {
      return this.#other(start, value);
    }
    if (value >= MAX_UNITS) return ascii(this.#view, start, String(value));
    // `value | 0` is the integer part of the text too: below 10^15, the scaled number is never rounded up to the next
    // integer.
    const units = value | 0;
    const at = whole(this.#view, start, units);
    const rest = (scaled - units * power) | 0;
    return rest === 0 ? at : this.#fraction(at, rest);
  }

  #fraction(at: number, rest: number): number {
    const view = this.#view;
    const decimals = this.#decimals;
    view.setUint8(at, DOT);
    if (decimals <= 4) {
      const four = Math.imul(rest, FACTORS[4 - decimals]!);
      view.setInt32(at + 1, FOUR_DIGITS[four]!, true);
      return at + 5 - ENDING_ZEROS[four]!;
    }
    const eight = Math.imul(rest, FACTORS[8 - decimals]!);
    const first = (eight / 10_000) | 0;
    const second = eight - first * 10_000;
    view.setInt32(at + 1, FOUR_DIGITS[first]!, true);
    view.setInt32(at + 5, FOUR_DIGITS[second]!, true);
    return at + 9 - (second === 0 ? 4 + ENDING_ZEROS[first]! : ENDING_ZEROS[second]!);
  }

  /** Writes a number that needs more decimals than those before, or that is not a short decimal. */
  #other(at: number, value: number): number {
    if (value === 0) return whole(this.#view, at, 0);
    if (value >= MIN_PLAIN && value < MAX_UNITS) {
      for (let k = this.#decimals + 1; k <= MAX_DECIMALS; k++) {
        const scaled = Math.floor(value * POWERS[k]! + 0.5);
        if (scaled >= MAX_SCALED) break;
        if (scaled / POWERS[k]! !== value) continue;
        this.#decimals = k;
        return this.write(at, value);
      }
    }
    return ascii(this.#view, at, String(value));
  }
}

/**
 * Prepares the first words of records near a time: separator, key and the first five of the time's thirteen digits.
 *
 * @returns Value of those five digits; NaN when the time does not have thirteen digits.
 */
function openAt(time: number, separator: string): number {
  if (!Number.isInteger(time) || time < 1e12 || time >= 1e13) return Number.NaN;
  const digits = Math.floor(time / LOW_TIMES);
  const text = `${separator}{"t":${digits}`;
  for (let word = 0; word < 3; word++) OPENING_WORDS[word] = toWord(text.slice(word * 4, word * 4 + 4));
  return digits * LOW_TIMES;
}

/** Writes a whole number from 0 to 2^31 without leading zeros. @returns End of its text. */
function whole(view: DataView, start: number, value: number): number {
  if (value < 10_000) return head(view, start, value);
  const above = (value / 10_000) | 0;
  let at: number;
  if (above < 10_000) {
    at = head(view, start, above);
  } else {
    const top = (above / 10_000) | 0;
    at = head(view, start, top);
    view.setInt32(at, FOUR_DIGITS[above - top * 10_000]!, true);
    at += 4;
  }
  view.setInt32(at, FOUR_DIGITS[value - above * 10_000]!, true);
  return at + 4;
}

/** Writes a number below 10,000 without leading zeros. @returns End of its text. */
function head(view: DataView, at: number, value: number): number {
  const zeros = value < 10 ? 3 : value < 100 ? 2 : value < 1_000 ? 1 : 0;
  view.setInt32(at, FOUR_DIGITS[value]! >> (zeros * 8), true);
  return at + 4 - zeros;
}

function ascii(view: DataView, start: number, text: string): number {
  for (let i = 0; i < text.length; i++) view.setUint8(start + i, text.charCodeAt(i));
  return start + text.length;
}

/** Packs up to four ASCII characters into one little-endian word. */
function toWord(text: string): number {
  let word = 0;
  for (let i = 0; i < text.length; i++) word |= text.charCodeAt(i) << (8 * i);
  return word;
}
