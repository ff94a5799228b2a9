/** Scaled numbers below this are exact whole numbers, whose digits are written; larger ones go through `String`. */
const MAX_WHOLE = 1e15;

/** Smallest number that `String` writes without an exponent. */
const MIN_PLAIN = 1e-6;

const MAX_DECIMALS = 12;

const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

/** Four ASCII digits of each number from 0 to 9,999, one after the other. */
const FOUR_DIGITS = new Uint8Array(40_000);
for (let i = 0; i < 10_000; i++) {
  for (let digit = 0, rest = i; digit < 4; digit++, rest = Math.floor(rest / 10)) {
    FOUR_DIGITS[i * 4 + 3 - digit] = 48 + (rest % 10);
  }
}

/** Maximum number of bytes of one formatted number. */
const NUMBER_BYTES = 32;

/**
 * Writes ASCII text and numbers directly into bytes.
 *
 * A price is nearly always a short decimal, that is a whole number divided by a power of ten. If the division returns
 * the same double, the digits of the whole number are the shortest that do, which is what `JSON.stringify` writes. All
 * other numbers are formatted by `String`.
 */
export class TextWriter {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  /** Number of decimals of the last number: the next one usually has as many. */
  #decimals = 0;

  get length(): number {
    return this.#length;
  }

  reset(): void {
    this.#length = 0;
  }

  /** Returns a copy of the written bytes. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Writes a text of ASCII characters. */
  ascii(text: string): void {
    this.reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.#length = at;
  }

  raw(source: Uint8Array): void {
    this.reserve(source.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < source.length; i++) bytes[at++] = source[i]!;
    this.#length = at;
  }

  /** Writes a finite number, with the digits of `JSON.stringify`. */
  number(value: number): void {
    this.reserve(NUMBER_BYTES);
    const magnitude = Math.abs(value);
    if (magnitude === 0) {
      this.#bytes[this.#length++] = 48;
      return;
    }
    if (magnitude < MIN_PLAIN || magnitude >= MAX_WHOLE) {
      this.ascii(String(value));
      return;
    }
    const decimals = this.#countDecimals(magnitude);
    if (decimals < 0) {
      this.ascii(String(value));
      return;
    }
    if (value < 0) this.#bytes[this.#length++] = 45;
    this.#decimal(Math.round(magnitude * POWERS[decimals]!), decimals);
  }

  /** Ensures that this many more bytes fit. */
  reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }

  /** Finds the number of decimals with which the value is exact; -1 when it is not a short decimal. */
  #countDecimals(magnitude: number): number {
    for (let k = this.#decimals; k <= MAX_DECIMALS; k++) {
      const whole = Math.round(magnitude * POWERS[k]!);
      if (whole >= MAX_WHOLE) break;
      if (whole / POWERS[k]! === magnitude) {
        this.#decimals = k;
        return k;
      }
    }
    // This number may be so large that fewer decimals than those of the last number are exact.
    for (let k = 0; k < this.#decimals; k++) {
      const whole = Math.round(magnitude * POWERS[k]!);
      if (whole >= MAX_WHOLE) break;
      if (whole / POWERS[k]! === magnitude) return k;
    }
    return -1;
  }

  #decimal(scaled: number, scale: number): void {
    let whole = scaled;
    let decimals = scale;
    while (decimals > 0 && whole % 10 === 0) {
      whole /= 10;
      decimals--;
    }
    if (decimals === 0) {
      this.#whole(whole);
      return;
    }
    const power = POWERS[decimals]!;
    const units = Math.floor(whole / power);
    this.#whole(units);
    this.#bytes[this.#length++] = 46;
    this.#padded(whole - units * power, decimals);
  }

  #whole(value: number): void {
    if (value < 10) {
      this.#bytes[this.#length++] = 48 + value;
      return;
    }
    let digits = 2;
    while (value >= POWERS_OF_TEN[digits]!) digits++;
    this.#padded(value, digits);
  }

  /** Writes a number with a fixed number of digits, with leading zeros. */
  #padded(value: number, digits: number): void {
    const bytes = this.#bytes;
    const start = this.#length;
    let at = start + digits;
    this.#length = at;
    let rest = value;
    while (at - start >= 4) {
      const next = Math.floor(rest / 10_000);
      const four = (rest - next * 10_000) * 4;
      rest = next;
      bytes[at - 1] = FOUR_DIGITS[four + 3]!;
      bytes[at - 2] = FOUR_DIGITS[four + 2]!;
      bytes[at - 3] = FOUR_DIGITS[four + 1]!;
      bytes[at - 4] = FOUR_DIGITS[four]!;
      at -= 4;
    }
    const four = rest * 4 + 3;
    for (let digit = 0; at > start; digit++) bytes[--at] = FOUR_DIGITS[four - digit]!;
  }
}

const POWERS_OF_TEN = Float64Array.from({ length: 17 }, (_, k) => 10 ** k);
