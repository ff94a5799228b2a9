import type { Link } from '../../../client/src/index.ts';
import type { MarketRow } from '../market/model.ts';
import { orderByThreshold } from './ladder-order.ts';

/** One outcome of an event, with the markets of other venues that ask the same. */
export interface Outcome extends MarketRow {
  readonly linked: readonly LinkedMarket[];
  /** Whether the outcome was listed while the page was open, and is not any more. */
  readonly isGone: boolean;
}

export interface LinkedMarket {
  readonly asset: string;
  readonly venue: string;
  /** Whether No of the linked market is Yes of this one. */
  readonly isOpposite: boolean;
  readonly isDisputed: boolean;
  /** Price of this outcome's Yes at that venue; null: it has none. */
  readonly price: number | null;
}

/** Sums of the prices of all outcomes. */
export interface OutcomeSums {
  /** Sum of the last prices; null: no outcome has one. */
  readonly last: number | null;
  /** Outcomes without a price. */
  readonly unpriced: number;
  /** null where one of them has none. */
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Whether exactly one outcome can pay: as the venue says, `unknown` where it says nothing. */
export type Exclusivity = 'complete' | 'exclusive' | 'independent' | 'unknown';

/** Lists all outcomes of one event: those of a ladder of numbers from low to high, others the most probable first. */
export function listOutcomes(
  rows: readonly MarketRow[],
  links: readonly Link[],
  isOfEvent: (row: MarketRow) => boolean,
): readonly Outcome[] {
  const byAsset = new Map(rows.map((row) => [row.asset, row]));
  const outcomes = rows
    .filter(isOfEvent)
    .map(
      (row): Outcome => ({
        ...row,
        name: row.side ?? row.name,
        isGone: false,
        linked: listLinked(row.asset, links, byAsset),
      }),
    )
    .sort((a, b) => (b.last ?? -1) - (a.last ?? -1) || (a.asset < b.asset ? -1 : 1));
  return orderByThreshold(outcomes) ?? outcomes;
}

function listLinked(
  asset: string,
  links: readonly Link[],
  rows: ReadonlyMap<string, MarketRow>,
): readonly LinkedMarket[] {
  return links.flatMap(({ a, b, relation, state }): readonly LinkedMarket[] => {
    if ((a !== asset && b !== asset) || (relation !== 'same' && relation !== 'opposite')) return [];
    const other = rows.get(a === asset ? b : a);
    if (other === undefined) return [];
    const isOpposite = relation === 'opposite';
    const price = other.last === null ? null : isOpposite ? 1 - other.last : other.last;
    return [{ asset: other.asset, venue: other.venue, isOpposite, isDisputed: state === 'disputed', price }];
  });
}

/** Outcomes of before that are no longer listed stay, marked, behind those that are. */
export function keepGone(before: readonly Outcome[], now: readonly Outcome[]): readonly Outcome[] {
  const listed = new Set(now.map(({ asset }) => asset));
  const gone = before.filter(({ asset }) => !listed.has(asset)).map((each) => ({ ...each, isGone: true }));
  return [...now, ...gone];
}

export function sumOutcomes(outcomes: readonly Outcome[]): OutcomeSums {
  const open = outcomes.filter(({ isGone }) => !isGone);
  const sum = (values: readonly (number | null)[]): number | null =>
    values.length === 0 || values.includes(null)
      ? null
      : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const priced = open.filter(({ last }) => last !== null);
  return {
    last: sum(priced.map(({ last }) => last)),
    unpriced: open.length - priced.length,
    bid: sum(open.map(({ bid }) => bid)),
    ask: sum(open.map(({ ask }) => ask)),
  };
}

export function getExclusivity(outcomes: readonly Outcome[]): Exclusivity {
  const open = outcomes.filter(({ isGone }) => !isGone);
  if (open.length === 0 || open.some(({ event }) => event?.isExclusive == null)) return 'unknown';
  if (open.some(({ event }) => event?.isExclusive === false)) return 'independent';
  return open.every(({ event }) => event?.isExhaustive === true) ? 'complete' : 'exclusive';
}

/** Venues at which outcomes of the event are listed too, in the order in which they first occur. */
export const linkedVenues = (outcomes: readonly Outcome[]): readonly string[] => [
  ...new Set(outcomes.flatMap(({ linked }) => linked.map(({ venue }) => venue))),
];
