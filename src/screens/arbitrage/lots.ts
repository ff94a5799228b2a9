/** Units per contract in which lots and sizes are counted. No venue has finer lots. */
const UNITS = 1_000_000;
/** Tolerance in units for sizes that are a whole number of lots up to rounding. */
const SLACK = 1e-6;

/** Finds the smallest size that is a multiple of every lot. */
export function findCommonLot(lots: readonly number[]): number {
  return lots.map((lot) => Math.round(lot * UNITS)).reduce(leastCommonMultiple) / UNITS;
}

/** Rounds a size down to a multiple of a lot. */
export function floorToLot(size: number, lot: number): number {
  return toLotSize(countLots(size, lot), lot);
}

/** Counts the whole lots in a size. */
export function countLots(size: number, lot: number): number {
  return Math.floor(Math.floor(size * UNITS + SLACK) / Math.round(lot * UNITS));
}

/** Computes the size of a number of lots. */
export function toLotSize(count: number, lot: number): number {
  return (count * Math.round(lot * UNITS)) / UNITS;
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
