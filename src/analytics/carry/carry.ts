/** Funding that one side of a perpetual earns or pays. */
export interface CarrySide {
  /** Funding earned per hour as a fraction of notional; negative when the side pays. */
  readonly hourlyFrac: number;
  readonly annualizedFrac: number;
  readonly role: 'receives' | 'pays' | 'flat';
  /** Days until the side has earned or paid 1 % of notional at the present rate; null when flat. */
  readonly daysTo1Pct: number | null;
  readonly daysTo10Pct: number | null;
}

export interface Carry {
  readonly fundingHourly: number;
  readonly fundingAnnualizedFrac: number;
  readonly longSide: CarrySide;
  readonly shortSide: CarrySide;
  readonly flat: boolean;
}

const HOURS_PER_YEAR = 8760;
const FLAT_BELOW = 1e-12;

/**
 * Computes the carry from funding. It is linear, because funding is paid on notional and not reinvested. The carry
 * describes the present hour and does not predict later ones.
 *
 * @param fundingHourly Fraction of notional per hour; positive: longs pay shorts.
 * @returns null when the rate is not known.
 */
export function carry(fundingHourly: number | null): Carry | null {
  if (fundingHourly === null || !Number.isFinite(fundingHourly)) return null;
  return {
    fundingHourly,
    fundingAnnualizedFrac: fundingHourly * HOURS_PER_YEAR,
    longSide: side(-fundingHourly),
    shortSide: side(fundingHourly),
    flat: isFlat(fundingHourly),
  };
}

function side(earned: number): CarrySide {
  if (isFlat(earned)) {
    return { hourlyFrac: 0, annualizedFrac: 0, role: 'flat', daysTo1Pct: null, daysTo10Pct: null };
  }
  const perDay = 24 * Math.abs(earned);
  return {
    hourlyFrac: earned,
    annualizedFrac: earned * HOURS_PER_YEAR,
    role: earned > 0 ? 'receives' : 'pays',
    daysTo1Pct: 0.01 / perDay,
    daysTo10Pct: 0.1 / perDay,
  };
}

function isFlat(rate: number): boolean {
  return Math.abs(rate) < FLAT_BELOW;
}
