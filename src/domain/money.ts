declare const brand: unique symbol;

/** Millionths of a US dollar, a safe integer: 1 USD is 1_000_000. */
export type MicroUsd = number & { readonly [brand]: 'MicroUsd' };

export const MICRO_PER_USD = 1_000_000;

/** Largest amount of a single operation: one billion dollars. */
export const MAX_OPERATION_MICRO_USD = 1e15 as MicroUsd;

export const NO_MONEY = 0 as MicroUsd;

/** Checks an amount in micro-USD. @throws {RangeError} when the value is not a safe integer. */
export function microUsd(value: number): MicroUsd {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an amount in micro-USD: ${value}`);
  return value as MicroUsd;
}

/**
 * Limits a sum over an owner's actions to the largest safe integer, so that the figures of every owner can be read.
 *
 * @throws {RangeError} when the value is not a number.
 */
export function saturateMicroUsd(value: number): MicroUsd {
  return microUsd(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)));
}

/** Whether a value can be the amount of one operation: a whole number from 1 to {@link MAX_OPERATION_MICRO_USD}. */
export function isOperationAmount(value: unknown): value is MicroUsd {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= MAX_OPERATION_MICRO_USD;
}

/**
 * Reads an amount in dollars from a JSON number.
 *
 * @returns null when it is not positive and finite, or has more than six decimals. A rounding error of arithmetic on
 * doubles (0.1 + 0.2) is corrected.
 */
export function toMicroUsd(usd: unknown): MicroUsd | null {
  if (typeof usd !== 'number' || !Number.isFinite(usd) || usd <= 0) return null;
  const micro = Math.round(usd * MICRO_PER_USD);
  if (!Number.isSafeInteger(micro) || micro <= 0) return null;
  if (Math.abs(micro / MICRO_PER_USD - usd) > Math.max(1e-12, usd * 2.3e-16)) return null;
  return micro as MicroUsd;
}

/** Converts to dollars, for readers and for members of answers that are named `usd`. Exact to six decimals. */
export function toUsd(amount: MicroUsd): number {
  return amount / MICRO_PER_USD;
}
