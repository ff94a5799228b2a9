import BigJs, { type Big } from 'big.js';
import { saturateMicroUsd } from '../../../domain/index.ts';

/** Thirty decimals, cut off rather than rounded: a quotient never comes out too large. */
const Exact = BigJs();
Exact.DP = 30;
Exact.RM = Exact.roundDown;

/** An exact decimal. */
export type Decimal = Big;

/** @throws {Error} when the value is no finite decimal. Numbers are taken by their shortest text. */
export function toDecimal(value: number | string | Decimal): Decimal {
  return new Exact(typeof value === 'object' ? value.toString() : value);
}

/** The largest multiple of `step` that is not above `value`; for values from zero on. */
export function floorTo(value: Decimal, step: Decimal): Decimal {
  return value.div(step).round(0, Exact.roundDown).times(step);
}

/** The smallest multiple of `step` that is not below `value`; for values from zero on. */
export function roundUpTo(value: Decimal, step: Decimal): Decimal {
  return value.div(step).round(0, Exact.roundUp).times(step);
}

/** The smaller of two decimals. */
export function min(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other;
}

/** The larger of two decimals. */
export function max(one: Decimal, other: Decimal): Decimal {
  return one.gt(other) ? one : other;
}

/** Plain digits without an exponent or trailing zeros. */
export function toDecimalText(value: Decimal): string {
  return value.toFixed();
}

/** An average price: six decimals, rounded half up. */
export function toAverageText(price: Decimal): string {
  return price.round(6, Exact.roundHalfUp).toFixed();
}

/** Dollars as whole millionths, rounded half up; above the range of safe integers: the largest one. */
export function toMicro(usd: Decimal): number {
  return saturateMicroUsd(Number(usd.times(1_000_000).round(0, Exact.roundHalfUp).toFixed()));
}

/** Whole millionths of a dollar or of a share, cut off. */
export function toUnits(value: Decimal): string {
  return value.times(1_000_000).round(0, Exact.roundDown).toFixed();
}

/** The decimal behind whole millionths. */
export function fromUnits(units: number | string): Decimal {
  return toDecimal(units).div(1_000_000);
}
