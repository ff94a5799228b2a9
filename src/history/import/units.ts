import type { CsvRow } from '../formats/csv.ts';

/** Units in which a file may give its times, with the number of them in a second. */
export const TIME_UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

const UNIT_NAMES: Readonly<Record<TimeUnit, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
};

/** Units of the numbers of a file, as the caller states them; null: not stated. */
export interface FileUnits {
  /**
   * Unit of numeric times. When it is not stated, times are milliseconds, and a file whose times mostly look like
   * another unit is refused.
   */
  readonly timeUnit: TimeUnit | null;
  /**
   * Factor by which prices are multiplied. When it is not stated it is 1, and a file of a binary whose prices mostly
   * look like percent is refused.
   */
  readonly scale: number | null;
}

/** Number of significant digits to which a scaled price is rounded: doubles distinguish all decimals of 15 digits. */
const PRICE_DIGITS = 15;

/** Converts the time of a row to epoch ms, rounded to a whole number unless the file gives milliseconds. */
export function readRowTime({ t, isIsoTime }: CsvRow, unit: TimeUnit): number {
  if (isIsoTime || unit === 'ms') return t;
  return Math.round(t / (TIME_UNITS[unit] / 1_000));
}

/** Multiplies the price of a row by the scale, without the floating-point error of a scale such as 0.01. */
export function readRowPrice({ p }: CsvRow, scale: number): number {
  return scale === 1 ? p : Number((p * scale).toPrecision(PRICE_DIGITS));
}

/**
 * Guesses the unit of a time by its size. Milliseconds from 1970 to 1973 have the size of seconds, and are taken for
 * them.
 */
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

/** Judges over a whole file whether most of its rows suggest units that the caller has not stated. */
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

  /** Returns why the file cannot be stored with the stated units; null when it can. */
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

/** Shows a time in a message. A whole number beyond 2^53 was rounded when it was parsed, so it is not quoted. */
const showTime = (t: number): string => (t > Number.MAX_SAFE_INTEGER ? 'its time' : String(t));
