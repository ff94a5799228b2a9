import BigJs, { type Big } from 'big.js';
import { saturateMicroUsd } from '../../../domain/index.ts';

/** Decimals with thirty places, cut off and not rounded, so that a quotient is never too large. */
const Exact = BigJs();
Exact.DP = 30;
Exact.RM = Exact.roundDown;

/** An exact decimal. */
export type BigDecimal = Big;

/**
 * Converts a value to a decimal; a number counts as its shortest text.
 *
 * @throws {Error} when the value is not a finite decimal.
 */
export function toDecimal(value: number | string | BigDecimal): BigDecimal {
  return new Exact(typeof value === 'object' ? value.toString() : value);
}

/** Rounds a value of at least zero down to a multiple of `step`. */
export function floorTo(value: BigDecimal, step: BigDecimal): BigDecimal {
  return value.div(step).round(0, Exact.roundDown).times(step);
}

/** Rounds a value of at least zero up to a multiple of `step`. */
export function roundUpTo(value: BigDecimal, step: BigDecimal): BigDecimal {
  return value.div(step).round(0, Exact.roundUp).times(step);
}

/** Returns the smaller of two decimals. */
export function min(one: BigDecimal, other: BigDecimal): BigDecimal {
  return one.lt(other) ? one : other;
}

/** Returns the larger of two decimals. */
export function max(one: BigDecimal, other: BigDecimal): BigDecimal {
  return one.gt(other) ? one : other;
}

/** Writes a decimal in plain digits, without an exponent or trailing zeros. */
export function toDecimalText(value: BigDecimal): string {
  return value.toFixed();
}

/** Writes an average price with six decimals, rounded half up. */
export function toAverageText(price: BigDecimal): string {
  return price.round(6, Exact.roundHalfUp).toFixed();
}

/** Converts dollars to whole millionths, rounded half up; at most the largest safe integer. */
export function toMicro(usd: BigDecimal): number {
  return saturateMicroUsd(Number(usd.times(1_000_000).round(0, Exact.roundHalfUp).toFixed()));
}

/** Converts dollars or shares to whole millionths, rounded down. */
export function toUnits(value: BigDecimal): string {
  return value.times(1_000_000).round(0, Exact.roundDown).toFixed();
}

/** Converts whole millionths to a decimal. */
export function fromUnits(units: number | string): BigDecimal {
  return toDecimal(units).div(1_000_000);
}
