/** Exact decimal number: `digits` divided by ten to the power of `places`. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;
const MANTISSA_BITS = 52n;
const EXPONENT_BITS = 0x7ffn;
const EXPONENT_BIAS = 1075n;

/** Whether a text is `0` or a number without sign, exponent and leading zeros, such as `0.5` or `12.50`. */
export function isDecimalText(text: string): boolean {
  return NUMBER.test(text);
}

/** Parses a decimal text without exponent exactly. */
export function parseDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** Formats a decimal in its shortest form: without exponent, trailing zeros and trailing point. */
export function formatDecimal({ digits, places }: Decimal): string {
  const isNegative = digits < 0n;
  const text = String(isNegative ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Formats a double as decimal text without exponent: the shortest text that reads as the same double. */
export function formatDouble(value: number): string {
  const text = String(value);
  const match = EXPONENT.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const power = Number(exponent);
  const digits = first + rest;
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  return `${sign}${digits.padEnd(power + 1, '0')}`;
}

/** Compares two decimals: -1, 0 or 1 when the first is below, equal to or above the second. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const places = Math.max(a.places, b.places);
  const difference = scaleTo(a, places) - scaleTo(b, places);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Computes the exact absolute difference of two decimals. */
export function decimalDistance(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  const difference = scaleTo(a, places) - scaleTo(b, places);
  return { digits: difference < 0n ? -difference : difference, places };
}

/** Rounds a decimal of at least 0 to a number of places, once with halves down and once with halves up. */
export function roundDecimal(
  value: Decimal,
  places: number,
): { readonly down: Decimal; readonly up: Decimal } {
  if (value.places <= places) {
    const digits = scaleTo(value, places);
    return { down: { digits, places }, up: { digits, places } };
  }
  const unit = 10n ** BigInt(value.places - places);
  const whole = value.digits / unit;
  const twice = 2n * (value.digits % unit);
  return {
    down: { digits: twice > unit ? whole + 1n : whole, places },
    up: { digits: twice >= unit ? whole + 1n : whole, places },
  };
}

/** Finds the bounds, both inclusive, of the decimals that round to a finite double above 0. */
export function doubleBounds(value: number): { readonly low: Decimal; readonly high: Decimal } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponentBits = (raw >> MANTISSA_BITS) & EXPONENT_BITS;
  const fraction = raw & ((1n << MANTISSA_BITS) - 1n);
  const isSubnormal = exponentBits === 0n;
  const mantissa = isSubnormal ? fraction : fraction | (1n << MANTISSA_BITS);
  const exponent = (isSubnormal ? 1n : exponentBits) - EXPONENT_BIAS;
  // Just below a power of two, doubles are twice as close, so the distance is a quarter of a unit.
  const belowQuarters = fraction === 0n && exponentBits > 1n ? 1n : 2n;
  return {
    low: fromBinary(4n * mantissa - belowQuarters, exponent - 2n),
    high: fromBinary(4n * mantissa + 2n, exponent - 2n),
  };
}

/** Converts a mantissa times two to the power of an exponent to an exact decimal. */
function fromBinary(mantissa: bigint, exponent: bigint): Decimal {
  if (exponent >= 0n) return { digits: mantissa << exponent, places: 0 };
  return { digits: mantissa * 5n ** -exponent, places: Number(-exponent) };
}

function scaleTo({ digits, places }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - places);
}
