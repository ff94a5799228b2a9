import type { MarketFeatures } from '../reading/features.ts';
import { formatQuantity, isSameNumber, type Quantity } from '../reading/quantities.ts';
import type { Finding, Nesting } from './finding.ts';

/**
 * Largest count that must match exactly. Larger ranges share their edges, such as `1,500,000 to 1,750,000` and
 * `1,750,000 to 2,000,000`.
 */
const MAX_COUNT = 1_000;

/** Compares the numbers of two markets. Each must be in the other market, with the same direction, unit and edges. */
export function compareQuantities(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  if (a.quantities.length !== b.quantities.length) {
    finding.addHard(
      `Numbers differ: ${formatQuantities(a.quantities)} against ${formatQuantities(b.quantities)}.`,
    );
    return null;
  }
  const isContinuous = a.isContinuous && b.isContinuous;
  const kind: ValueKind = { isContinuous, isPublished: isPublished(a) && isPublished(b) };
  let nesting: Nesting = 'equal';
  const left = [...b.quantities];
  for (const one of a.quantities) {
    const index = left.findIndex((two) => findNesting(one, two, kind) === 'equal');
    const two = left.splice(Math.max(index, 0), 1)[0];
    if (two === undefined) return null;
    const found = compareOne(one, two, kind, finding);
    if (found === 'equal') continue;
    if (found === null || nesting !== 'equal') return null;
    nesting = found;
  }
  return nesting;
}

function compareOne(one: Quantity, two: Quantity, kind: ValueKind, finding: Finding): Nesting {
  const both = `${formatQuantity(one)} against ${formatQuantity(two)}`;
  if (!unitsAgree(one, two)) {
    finding.addHard(`Units differ: ${both}.`);
    return null;
  }
  const found = findNesting(one, two, kind);
  if (found === 'equal') {
    finding.note(`The same number: ${formatQuantity(one)}.`);
    if (!isSameNumber(one.value, two.value)) finding.infer(`The next value that can be published: ${both}.`);
    else if (one.inclusive !== two.inclusive) finding.differ('The exact boundary wins on one venue only.');
    return found;
  }
  if (found === null) finding.addHard(`Numbers differ: ${both}.`);
  else if (found === 'complement') finding.note(`The same boundary from both sides: ${both}.`);
  else finding.addNested(`Numbers differ: ${both}.`);
  return found;
}

/**
 * Compares two bounds. A price is so rarely equal to a bound that `above` and `at or above` count as one. A count is
 * not.
 */
function findNesting(a: Quantity, b: Quantity, kind: ValueKind): Nesting {
  const { isContinuous } = kind;
  const isSameValue = isSameNumber(a.value, b.value);
  if (a.bound === b.bound) {
    if (a.bound === 'between') return isSameRange(a, b, isContinuous) ? 'equal' : null;
    if (isSameValue) return a.inclusive === b.inclusive || isContinuous ? 'equal' : narrowerEdge(a, b);
    if (isNextValue(a, b, kind) || isNextValue(b, a, kind)) return 'equal';
    if (a.bound === 'above') return a.value > b.value ? 'narrower' : 'wider';
    if (a.bound === 'below') return a.value < b.value ? 'narrower' : 'wider';
    return null;
  }
  const isFacing =
    (a.bound === 'above' && b.bound === 'below') || (a.bound === 'below' && b.bound === 'above');
  return isFacing && isSameValue && (a.inclusive !== b.inclusive || isContinuous) ? 'complement' : null;
}

/** Figures that statistical offices publish in percent with one decimal. */
const PUBLISHED = ['unemployment', 'cpi', 'pce', 'ppi', 'gdp', 'inflation'] as const;

function isPublished({ words }: MarketFeatures): boolean {
  return PUBLISHED.some((figure) => words.has(figure));
}

/** Kind of value, which decides whether the edge of a range matters. */
interface ValueKind {
  /** Whether the value has so many digits that it is practically never equal to a bound. */
  readonly isContinuous: boolean;
  /** Whether the value is published in tenths of a percent. */
  readonly isPublished: boolean;
}

/**
 * Whether one bound is the next value after the other: above 4.5 is 4.6 or more for a value in tenths, above 24 is 25
 * or more for a count.
 */
function isNextValue(open: Quantity, closed: Quantity, { isContinuous, isPublished }: ValueKind): boolean {
  if (isContinuous || open.inclusive || !closed.inclusive || open.bound !== closed.bound) return false;
  const isCount = open.unit === '' && closed.unit === '' && isWhole(open) && isWhole(closed);
  const isTenth =
    isPublished && [open, closed].every(({ value }) => isSameNumber(value * 10, Math.round(value * 10)));
  const step = isTenth ? 0.1 : isCount ? 1 : null;
  if (step === null || (open.bound !== 'above' && open.bound !== 'below')) return false;
  return isSameNumber(closed.value, open.bound === 'above' ? open.value + step : open.value - step);
}

function isWhole({ value }: Quantity): boolean {
  return Number.isInteger(value) && value < MAX_COUNT;
}

/** Compares two ranges with the same bound that only one of them includes: the one that excludes it is narrower. */
function narrowerEdge(a: Quantity, b: Quantity): Nesting {
  if (a.bound !== 'above' && a.bound !== 'below') return null;
  return b.inclusive ? 'narrower' : 'wider';
}

function isSameRange(a: Quantity, b: Quantity, isContinuous: boolean): boolean {
  const isSame = isSameNumber(a.value, b.value) && isSameNumber(a.high ?? Number.NaN, b.high ?? Number.NaN);
  const isSameEdge = a.inclusive === b.inclusive && endsIncluded(a) === endsIncluded(b);
  return isSame && (isSameEdge || isContinuous);
}

/** Whether a range includes its ends. Ranges of whole counts (`13 to 15`) do, unless the rules say otherwise. */
function endsIncluded({ value, high, unit, highInclusive }: Quantity): boolean | null {
  const isCount = unit === '' && Number.isInteger(value) && Number.isInteger(high) && (high ?? 0) < MAX_COUNT;
  return highInclusive ?? (isCount ? true : null);
}

function unitsAgree(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit || a.unit === '' || b.unit === '';
}

function formatQuantities(quantities: readonly Quantity[]): string {
  return quantities.length === 0 ? 'none' : quantities.map(formatQuantity).join(', ');
}
