/** Scaled numbers below this have their digits written from a whole number; the rest by `String`. */
const MAX_WHOLE = 1e15;

/** `String` writes smaller numbers with an exponent. */
const MIN_PLAIN = 1e-6;

const MAX_DECIMALS = 12;

const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

/** The four digits of 0 to 9,999, one after the other. */
const FOUR_DIGITS = new Uint8Array(40_000);
for (let i = 0; i < 10_000; i++) {
  for (let digit = 0, rest = i; digit < 4; digit++, rest = Math.floor(rest / 10)) {
    FOUR_DIGITS[i * 4 + 3 - digit] = 48 + (rest % 10);
  }
}

/** The most bytes that one number takes. */
const NUMBER_BYTES = 32;

/**
 * Writes ASCII text and numbers straight into bytes.
 *
 * A price is nearly always a short decimal: a whole number divided by a power of ten. The division is checked,
 * and then the digits of the whole number are the shortest that give the double back, which is what
 * `JSON.stringify` writes. Everything else goes through `String`.
 */
export class TextWriter {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  /** Decimals of the number before: the next one most often has as many. */
  #decimals = 0;

  get length(): number {
    return this.#length;
  }

  reset(): void {
    this.#length = 0;
  }

  /** A copy of the written bytes. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Text of characters below 128. */
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

  /** A finite number, with the digits of `JSON.stringify`. */
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

  /** Makes room for this many more bytes. */
  reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }

  /** Decimals that give the value back exactly; -1 when it has no such form. */
  #countDecimals(magnitude: number): number {
    for (let k = this.#decimals; k <= MAX_DECIMALS; k++) {
      const whole = Math.round(magnitude * POWERS[k]!);
      if (whole >= MAX_WHOLE) break;
      if (whole / POWERS[k]! === magnitude) {
        this.#decimals = k;
        return k;
      }
    }
    // The number before had more decimals than this large number can have.
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

  /** Writes a number with a fixed number of digits, zeros in front. */
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
