import { MAX_OPERATION_MICRO_USD, type MicroUsd } from '../../domain/index.ts';

const MICRO_DECIMALS = 6;

/** Digits of an amount before and after its point. */
export interface Digits {
  readonly whole: string;
  /** Digits after the point; may be empty. */
  readonly fraction: string;
}

/** An amount as its source wrote it, with its counted part. */
export interface ReadAmount {
  /** Value as decimal text without leading zeros: `25.00`. */
  readonly text: string;
  /** Amount rounded down to whole micro-USD; null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  /** Whether nothing is left after rounding. */
  readonly isZero: boolean;
}

/**
 * Reads a decimal text such as `25.00`, digit by digit and never through a float. More than six decimals are cut.
 *
 * @returns null when the text is no plain decimal number below 1e40; signs, exponents and separators are refused.
 */
export function readDecimal(text: string): ReadAmount | null {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const microUsd = roundToMicroUsd({ whole, fraction });
  return {
    text: joinDigits({ whole: whole.replace(/^0+(?=\d)/, ''), fraction }),
    microUsd,
    isZero: microUsd === 0,
  };
}

/**
 * Reads an amount in the smallest unit of a currency or token.
 *
 * @param decimals Digits of the unit after the point: 2 for cents, 6 for USDC.
 * @returns null for amounts from 1e40 units of the currency on.
 */
export function readUnits(units: bigint, decimals: number): ReadAmount | null {
  return readDecimal(joinDigits(splitUnits(units, decimals)));
}

/** Splits an amount in smallest units: `1500000` with six decimals gives `1` and `500000`. */
export function splitUnits(units: bigint, decimals: number): Digits {
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return { whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Text of an amount, for example `1.500000`; without a point when there is no fraction. */
export function joinDigits({ whole, fraction }: Digits): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Converts an amount to whole micro-USD at one dollar a unit, rounded down; null: above the limit of one operation. */
export function roundToMicroUsd({ whole, fraction }: Digits): MicroUsd | null {
  const micro = BigInt(whole + fraction.slice(0, MICRO_DECIMALS).padEnd(MICRO_DECIMALS, '0'));
  return micro > BigInt(MAX_OPERATION_MICRO_USD) ? null : (Number(micro) as MicroUsd);
}
