/** Lots and sizes are counted in millionths of a contract, which no venue is finer than. */
const UNITS = 1_000_000;
/** Slack of a size that is a whole number of units up to rounding. */
const SLACK = 1e-6;

/** The smallest size that is a multiple of every lot. */
export function findCommonLot(lots: readonly number[]): number {
  return lots.map((lot) => Math.round(lot * UNITS)).reduce(leastCommonMultiple) / UNITS;
}

/** The largest multiple of a lot that is not above a size. */
export function floorToLot(size: number, lot: number): number {
  return toLotSize(countLots(size, lot), lot);
}

/** The number of whole lots in a size. */
export function countLots(size: number, lot: number): number {
  return Math.floor(Math.floor(size * UNITS + SLACK) / Math.round(lot * UNITS));
}

/** The size of a number of lots. */
export function toLotSize(count: number, lot: number): number {
  return (count * Math.round(lot * UNITS)) / UNITS;
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
