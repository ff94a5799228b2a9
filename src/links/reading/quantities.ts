/** A number of a question, with its unit and direction. */
export interface Quantity {
  /** Value with thousands, millions and the like multiplied out. Basis points and percent are as written. */
  readonly value: number;
  /** Upper end of a range; null for other bounds. */
  readonly high: number | null;
  /** Unit: `usd`, `pct`, `bps`, `deg`, or '' when the text names none. */
  readonly unit: string;
  /**
   * Direction. `exact`: a number without a direction. `touch`: reached from below at any time; `dip`: reached from
   * above.
   */
  readonly bound: 'above' | 'below' | 'between' | 'touch' | 'dip' | 'exact';
  /** Whether the value itself wins; for a range, its lower end. */
  readonly inclusive: boolean;
  /** Whether the upper end of a range wins; null when the text does not state it. */
  readonly highInclusive: boolean | null;
}

export interface QuantityReading {
  readonly quantities: readonly Quantity[];
  /** Text without the numbers and their direction words. */
  readonly rest: string;
}

/** Matches a number that is not a part of a word (`76ers`, `q1`, `gpt4`, `u-3`). */
const NUMBER = '(\\$)?\\s?(?<![a-z\\d.])(?<!(?<![a-z])[a-z]-)(\\d[\\d,]*(?:\\.\\d+)?)';
const SCALE = '(?:\\s?(thousand|million|billion|trillion|bn|mn|[kmbt])\\b)?';
const UNIT = '\\s?(%|percent(?:age points?)?|pct|bps|bp|basis points?|°\\s?[fc]?|degrees)?';
const PATTERN = new RegExp(
  '(at least|no (?:less|fewer) than|no more than|not more than|up to|minimum of|maximum of|at or above|more than|greater than|higher than|above|over|exceeds?|at most|at or below|less than|fewer than|lower than|below|under|between|from|reach(?:es)?|hits?|touch(?:es)?|(?:dip|fall|drop)s? to|exactly|>=|<=|≥|≤|>|<)?\\s*' +
    `${NUMBER}${SCALE}(\\+)?${UNIT}(?:\\s?(?:-|–|to|and)\\s?${NUMBER}${SCALE}${UNIT})?(\\+|,?\\s?(?:and|or) (?:above|over|more|higher|greater|below|under|less|fewer|lower))?(?![a-z\\d])`,
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

/** Reads every number of a text without dates, with its unit and direction. */
export function readQuantities(text: string): QuantityReading {
  if (!/\d/.test(text)) return { quantities: [], rest: text.toLowerCase() };
  const quantities: Quantity[] = [];
  // A signed number (`Lakers (-5.5)`) remains a word, so that the other market must have it too.
  const signed = text
    .toLowerCase()
    .replace(/(?<=[\s(])([-+])(?=\d)/g, (sign) => (sign === '-' ? 'minus ' : 'plus '));
  // Stated edges of a range: `between 13 (inclusive) and 15 (exclusive)`.
  const edges = [...signed.matchAll(EDGE)].map(([, edge]) => edge === 'inclusive');
  const rest = signed.replace(EDGE, '').replace(PATTERN, (...groups: unknown[]) => {
    quantities.push(
      toQuantity(groups.slice(1, 12).map((group) => (typeof group === 'string' ? group : undefined))),
    );
    return ' ';
  });
  return { quantities: quantities.map((quantity) => withEdges(quantity, edges)), rest };
}

const EDGE = /\s*\((inclusive|exclusive)\)/g;

function withEdges(quantity: Quantity, [low, high]: readonly boolean[]): Quantity {
  if (quantity.bound !== 'between' || low === undefined || high === undefined) return quantity;
  return { ...quantity, inclusive: low, highInclusive: high };
}

function toQuantity(groups: readonly (string | undefined)[]): Quantity {
  const [
    lead = '',
    dollar,
    digits = '',
    scale,
    plus = '',
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
    return { value, high, unit: name, bound: 'between', inclusive: true, highInclusive: null };
  }
  return {
    value,
    high: null,
    unit: name,
    ...toBound(lead, tail.replace(',', '').trim() || plus),
    highInclusive: null,
  };
}

function toBound(lead: string, tail: string): Pick<Quantity, 'bound' | 'inclusive'> {
  if (tail === '+' || /above|over|more|higher|greater/.test(tail)) return { bound: 'above', inclusive: true };
  if (tail !== '') return { bound: 'below', inclusive: true };
  if (/^(dip|fall|drop)/.test(lead)) return { bound: 'dip', inclusive: true };
  if (/^(reach|hit|touch)/.test(lead)) return { bound: 'touch', inclusive: true };
  if (/^(at least|no less|no fewer|minimum|at or above|>=|≥)/.test(lead))
    return { bound: 'above', inclusive: true };
  if (/^(at most|no more|not more|up to|maximum|at or below|<=|≤)/.test(lead))
    return { bound: 'below', inclusive: true };
  if (/^(more|greater|higher|above|over|exceed|>)/.test(lead)) return { bound: 'above', inclusive: false };
  if (/^(less|fewer|lower|below|under|<)/.test(lead)) return { bound: 'below', inclusive: false };
  return { bound: 'exact', inclusive: true };
}

function unitName(dollar: string | undefined, unit: string | undefined): string {
  if (dollar !== undefined) return 'usd';
  if (unit === undefined) return '';
  if (unit === '%' || unit.startsWith('p')) return 'pct';
  return unit.startsWith('b') ? 'bps' : 'deg';
}

function decimal(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

/** Formats a quantity: `above 90000 usd`, `between 50 and 51 deg`. */
export function formatQuantity({ value, high, unit, bound, inclusive }: Quantity): string {
  const edge =
    bound === 'above' || bound === 'below' ? (inclusive ? `at or ${bound} ` : `${bound} `) : `${bound} `;
  return `${edge}${value}${high === null ? '' : ` to ${high}`}${unit === '' ? '' : ` ${unit}`}`;
}

/** Whether two numbers are equal, except for the rounding error of scaling. */
export function isSameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}

/** Step in basis points by which central banks move rates. */
const RATE_STEP_BPS = 25;
const RATE_MOVES = ['cut', 'hike'] as const;

/**
 * Converts amounts to one form: a rate that moves by 0 is unchanged, and a move of more than 25 basis points is one of
 * at least 50, because central banks move in steps of 25. May replace words in `words`.
 */
export function canonicaliseQuantities(
  quantities: readonly Quantity[],
  words: Set<string>,
): readonly Quantity[] {
  const isRate = words.has('fed') || words.has('rate');
  const isMove = RATE_MOVES.some((move) => words.has(move));
  if (!isRate || (!isMove && !words.has('unchanged'))) return quantities;
  const isBps = ({ unit }: Quantity) => unit === 'bps' || unit === '';
  const still = quantities.find((one) => one.value === 0 && one.bound === 'exact' && isBps(one));
  if (still !== undefined) {
    for (const move of RATE_MOVES) words.delete(move);
    words.add('unchanged');
    return quantities.filter((one) => one !== still);
  }
  return quantities.map((one) => {
    const isOpenStep =
      one.unit === 'bps' && one.bound === 'above' && !one.inclusive && one.value % RATE_STEP_BPS === 0;
    return isOpenStep ? { ...one, value: one.value + RATE_STEP_BPS, inclusive: true } : one;
  });
}
