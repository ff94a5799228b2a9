/** A number of a question with what it bounds. */
export interface Quantity {
  /** Thousands, millions and the like multiplied out; basis points and percent as written. */
  readonly value: number;
  /** Upper end of a range, else null. */
  readonly high: number | null;
  /** `usd`, `pct`, `bps`, `deg`, or '' where the text names none. */
  readonly unit: string;
  /** `exact`: the number stands alone. `touch`: reached from below at any time; `dip`: reached from above. */
  readonly bound: 'above' | 'below' | 'between' | 'touch' | 'dip' | 'exact';
  /** The boundary itself wins. */
  readonly inclusive: boolean;
}

export interface QuantityReading {
  readonly quantities: readonly Quantity[];
  /** The text without the numbers and their direction words. */
  readonly rest: string;
}

const NUMBER = '(\\$)?\\s?(\\d[\\d,]*(?:\\.\\d+)?)';
const SCALE = '(?:\\s?(thousand|million|billion|trillion|bn|mn|[kmbt])\\b)?';
const UNIT = '\\s?(%|percent|bps|bp|basis points|°\\s?[fc]?|degrees)?';
const PATTERN = new RegExp(
  '(at least|at or above|more than|greater than|higher than|above|over|exceeds?|at most|at or below|less than|fewer than|lower than|below|under|between|from|reach(?:es)?|hits?|touch(?:es)?|(?:dip|fall|drop)s? to|exactly|>=|<=|≥|≤|>|<)?\\s*' +
    `${NUMBER}${SCALE}${UNIT}(?:\\s?(?:-|–|to|and)\\s?${NUMBER}${SCALE}${UNIT})?(\\+|\\s?or (?:above|more|higher|greater|below|less|fewer|lower))?`,
  'g',
);

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
};

/** Reads every number of a text, dates taken out before, with its unit and direction. */
export function readQuantities(text: string): QuantityReading {
  const quantities: Quantity[] = [];
  const rest = text.toLowerCase().replace(PATTERN, (...groups: unknown[]) => {
    quantities.push(
      quantityOf(groups.slice(1, 11).map((group) => (typeof group === 'string' ? group : undefined))),
    );
    return ' ';
  });
  return { quantities, rest };
}

function quantityOf(groups: readonly (string | undefined)[]): Quantity {
  const [
    lead = '',
    dollar,
    digits = '',
    scale,
    unit,
    dollarHigh,
    digitsHigh,
    scaleHigh,
    unitHigh,
    tail = '',
  ] = groups;
  const factor = SCALES[scale ?? scaleHigh ?? ''] ?? 1;
  const value = decimal(digits) * factor;
  const name = unitName(dollar ?? dollarHigh, unit ?? unitHigh);
  if (digitsHigh !== undefined) {
    const high = decimal(digitsHigh) * (SCALES[scaleHigh ?? ''] ?? 1);
    return { value, high, unit: name, bound: 'between', inclusive: true };
  }
  return { value, high: null, unit: name, ...boundOf(lead, tail.trim()) };
}

function boundOf(lead: string, tail: string): Pick<Quantity, 'bound' | 'inclusive'> {
  if (tail === '+' || /above|more|higher|greater/.test(tail)) return { bound: 'above', inclusive: true };
  if (tail !== '') return { bound: 'below', inclusive: true };
  if (/^(dip|fall|drop)/.test(lead)) return { bound: 'dip', inclusive: true };
  if (/^(reach|hit|touch)/.test(lead)) return { bound: 'touch', inclusive: true };
  if (/^(at least|at or above|>=|≥)/.test(lead)) return { bound: 'above', inclusive: true };
  if (/^(at most|at or below|<=|≤)/.test(lead)) return { bound: 'below', inclusive: true };
  if (/^(more|greater|higher|above|over|exceed|>)/.test(lead)) return { bound: 'above', inclusive: false };
  if (/^(less|fewer|lower|below|under|<)/.test(lead)) return { bound: 'below', inclusive: false };
  return { bound: 'exact', inclusive: true };
}

function unitName(dollar: string | undefined, unit: string | undefined): string {
  if (dollar !== undefined) return 'usd';
  if (unit === undefined) return '';
  if (unit === '%' || unit === 'percent') return 'pct';
  return unit.startsWith('b') ? 'bps' : 'deg';
}

function decimal(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

/** `above 90000 usd`, `between 50 and 51 deg`. */
export function quantityText({ value, high, unit, bound, inclusive }: Quantity): string {
  const edge =
    bound === 'above' || bound === 'below' ? (inclusive ? `at or ${bound} ` : `${bound} `) : `${bound} `;
  return `${edge}${value}${high === null ? '' : ` to ${high}`}${unit === '' ? '' : ` ${unit}`}`;
}

/** Equal up to the last digits that scaling can move. */
export function sameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}
