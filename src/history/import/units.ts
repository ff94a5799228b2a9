import type { CsvRow } from '../formats/csv.ts';

/** Units in which a file may count its times, by how many of them make a second. */
export const TIME_UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

const UNIT_NAMES: Readonly<Record<TimeUnit, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
};

/** How the numbers of a file are to be read; null: not stated. */
export interface FileUnits {
  /** The unit of times that are numbers. Default: milliseconds, unless most of them look like another. */
  readonly timeUnit: TimeUnit | null;
  /** The factor of prices. Default: 1, unless most of them look like percent. */
  readonly scale: number | null;
}

/** A product of two decimals that is a double has no more digits than these. */
const PRICE_DIGITS = 15;

/** The time of a row in epoch ms: unchanged where the file uses them, else rounded to one. */
export function readRowTime({ t, isIsoTime }: CsvRow, unit: TimeUnit): number {
  if (isIsoTime || unit === 'ms') return t;
  return Math.round(t / (TIME_UNITS[unit] / 1_000));
}

/** The price of a row, without the floating-point error of a scale such as 0.01. */
export function readRowPrice({ p }: CsvRow, scale: number): number {
  return scale === 1 ? p : Number((p * scale).toPrecision(PRICE_DIGITS));
}

/** The unit that a number of a time looks like: the years 1970 to 1973 are not milliseconds but seconds. */
function findLikelyUnit(t: number): TimeUnit {
  if (t >= 1e9 && t <= 1e11) return 's';
  if (t > 1e17) return 'ns';
  return t > 1e14 ? 'us' : 'ms';
}

interface Finding {
  rows: number;
  readonly line: number;
  readonly value: number;
}

/** Looks over a whole file for units that most of its rows suggest and the caller has not stated. */
export class UnitJudge {
  readonly #units: FileUnits;
  readonly #isProbability: boolean;
  readonly #times = new Map<TimeUnit, Finding>();
  #rows = 0;
  #percent: Finding | null = null;

  constructor(units: FileUnits, isProbability: boolean) {
    this.#units = units;
    this.#isProbability = isProbability;
  }

  observe(line: number, row: CsvRow): void {
    this.#rows++;
    const unit = row.isIsoTime ? 'ms' : findLikelyUnit(row.t);
    if (unit !== 'ms') {
      const found = this.#times.get(unit) ?? { rows: 0, line, value: row.t };
      found.rows++;
      this.#times.set(unit, found);
    }
    if (row.p > 1 && row.p <= 100) {
      this.#percent ??= { rows: 0, line, value: row.p };
      this.#percent.rows++;
    }
  }

  /** Why nothing of the file can be stored as it is; null when it can. */
  refusal(): string | null {
    const isMost = (found: Finding) => found.rows > this.#rows / 2;
    if (this.#units.timeUnit === null) {
      for (const [unit, found] of this.#times) {
        if (!isMost(found)) continue;
        return `line ${found.line}: ${showTime(found.value)} looks like ${UNIT_NAMES[unit]}; add --time-unit ${unit}`;
      }
    }
    const percent = this.#percent;
    if (this.#isProbability && this.#units.scale === null && percent !== null && isMost(percent)) {
      return `line ${percent.line}: ${percent.value} looks like percent, and prices are probabilities from 0 to 1; add --scale 0.01`;
    }
    return null;
  }
}

/** Whole numbers beyond 2^53 were rounded when they were read: another one than the file's would be quoted. */
const showTime = (t: number): string => (t > Number.MAX_SAFE_INTEGER ? 'its time' : String(t));
