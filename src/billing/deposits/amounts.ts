import { MAX_OPERATION_MICRO_USD, type MicroUsd, microUsd } from '../../domain/index.ts';

const MICRO_DECIMALS = 6;

/** Digits of an amount before and after the decimal point. */
export interface Digits {
  readonly whole: string;
  /** Digits after the decimal point; may be empty. */
  readonly fraction: string;
}

/** An amount as decimal text, with its value in micro-USD. */
export interface ReadAmount {
  /** Decimal text without leading zeros: `25.00`. */
  readonly text: string;
  /** Amount rounded down to whole micro-USD; null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  /** Whether the amount is 0 after rounding to micro-USD. */
  readonly isZero: boolean;
}

/**
 * Parses a decimal text such as `25.00` digit by digit, without floating point. Digits after the sixth decimal are cut
 * in the micro-USD value.
 *
 * @returns null when the text is not a plain decimal number below 1e40; signs, exponents and separators are rejected.
 */
export function readDecimal(text: string): ReadAmount | null {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const rounded = roundToMicroUsd({ whole, fraction });
  return {
    text: joinDigits({ whole: whole.replace(/^0+(?=\d)/, ''), fraction }),
    microUsd: rounded,
    isZero: rounded === 0,
  };
}

/**
 * Converts an amount in the smallest unit of a currency or token.
 *
 * @param decimals Number of decimals of the unit: 2 for cents, 6 for USDC.
 * @returns null when the amount is 1e40 units of the currency or more.
 */
export function readUnits(units: bigint, decimals: number): ReadAmount | null {
  return readDecimal(joinDigits(splitUnits(units, decimals)));
}

/** Splits an amount in smallest units into digits: `1500000` with six decimals gives `1` and `500000`. */
export function splitUnits(units: bigint, decimals: number): Digits {
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return { whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Joins digits to a decimal text such as `1.500000`; without a decimal point if there is no fraction. */
export function joinDigits({ whole, fraction }: Digits): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Converts an amount to micro-USD at one dollar per unit, rounded down; null: above the limit of one operation. */
export function roundToMicroUsd({ whole, fraction }: Digits): MicroUsd | null {
  const micro = BigInt(whole + fraction.slice(0, MICRO_DECIMALS).padEnd(MICRO_DECIMALS, '0'));
  return micro > BigInt(MAX_OPERATION_MICRO_USD) ? null : microUsd(Number(micro));
}
