import type { MarketFeatures } from '../reading/features.ts';
import { type Quantity, quantityText, sameNumber } from '../reading/quantities.ts';
import type { Finding, Nesting } from './finding.ts';

/** Larger ranges meet at their edges: `1,500,000 to 1,750,000` and `1,750,000 to 2,000,000`. */
const MAX_COUNT = 1_000;

/** Every number of one has to stand in the other, with its direction, its unit and its edges. */
export function compareQuantities(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  if (a.quantities.length !== b.quantities.length) {
    finding.refuse(`Numbers differ: ${listText(a.quantities)} against ${listText(b.quantities)}.`);
    return null;
  }
  const isContinuous = a.isContinuous && b.isContinuous;
  let nesting: Nesting = 'equal';
  const left = [...b.quantities];
  for (const one of a.quantities) {
    const index = left.findIndex((two) => findNesting(one, two, isContinuous) === 'equal');
    const two = left.splice(Math.max(index, 0), 1)[0];
    if (two === undefined) return null;
    const found = compareOne(one, two, isContinuous, finding);
    if (found === 'equal') continue;
    if (found === null || nesting !== 'equal') return null;
    nesting = found;
  }
  return nesting;
}

function compareOne(one: Quantity, two: Quantity, isContinuous: boolean, finding: Finding): Nesting {
  const both = `${quantityText(one)} against ${quantityText(two)}`;
  if (!unitsAgree(one, two)) {
    finding.refuse(`Units differ: ${both}.`);
    return null;
  }
  const found = findNesting(one, two, isContinuous);
  if (found === 'equal') {
    finding.note(`The same number: ${quantityText(one)}.`);
    if (one.inclusive !== two.inclusive) finding.differ('The exact boundary wins on one venue only.');
    return found;
  }
  if (found === null) finding.refuse(`Numbers differ: ${both}.`);
  else if (found === 'complement') finding.note(`The same boundary from both sides: ${both}.`);
  else finding.nested(`Numbers differ: ${both}.`);
  return found;
}

/** A price hits its boundary so rarely that `above` and `at or above` count as one; a count does not. */
function findNesting(a: Quantity, b: Quantity, isContinuous: boolean): Nesting {
  const isSameValue = sameNumber(a.value, b.value);
  if (a.bound === b.bound) {
    if (a.bound === 'between') return isSameRange(a, b, isContinuous) ? 'equal' : null;
    if (isSameValue) return a.inclusive === b.inclusive || isContinuous ? 'equal' : narrowerEdge(a, b);
    if (a.bound === 'above') return a.value > b.value ? 'narrower' : 'wider';
    if (a.bound === 'below') return a.value < b.value ? 'narrower' : 'wider';
    return null;
  }
  const isFacing =
    (a.bound === 'above' && b.bound === 'below') || (a.bound === 'below' && b.bound === 'above');
  return isFacing && isSameValue && (a.inclusive !== b.inclusive || isContinuous) ? 'complement' : null;
}

/** The same boundary, which wins in one of them only: the open one is the narrower. */
function narrowerEdge(a: Quantity, b: Quantity): Nesting {
  if (a.bound !== 'above' && a.bound !== 'below') return null;
  return b.inclusive ? 'narrower' : 'wider';
}

function isSameRange(a: Quantity, b: Quantity, isContinuous: boolean): boolean {
  const isSame = sameNumber(a.value, b.value) && sameNumber(a.high ?? Number.NaN, b.high ?? Number.NaN);
  const isSameEdge = a.inclusive === b.inclusive && endsIncluded(a) === endsIncluded(b);
  return isSame && (isSameEdge || isContinuous);
}

/** Ranges of whole counts (`13 to 15`) hold both their ends, unless the rules say otherwise. */
function endsIncluded({ value, high, unit, highInclusive }: Quantity): boolean | null {
  const isCount = unit === '' && Number.isInteger(value) && Number.isInteger(high) && (high ?? 0) < MAX_COUNT;
  return highInclusive ?? (isCount ? true : null);
}

function unitsAgree(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit || a.unit === '' || b.unit === '';
}

function listText(quantities: readonly Quantity[]): string {
  return quantities.length === 0 ? 'none' : quantities.map(quantityText).join(', ');
}
