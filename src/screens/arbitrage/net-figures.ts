import type { ArbitrageLeg, ArbitrageOpportunity } from '../../analytics/arbitrage/arbitrage.ts';
import {
  type AssetKind,
  type AssetRef,
  type BinaryState,
  type Book,
  DAY_MS,
  type EpochMs,
  type MarketState,
} from '../../domain/index.ts';
import type { Link } from '../../links/link.ts';
import { type BestFigures, computeBest, MIN_TERM_DAYS } from './best-figures.ts';
import { listProfits, type SizeProfit } from './best-size.ts';
import { buyFromBook, listOffers } from './depth.ts';
import { chargeLeg, expectRebate, type FeeInputs, priceLeg } from './leg-fees.ts';
import { findCommonLot, floorToLot } from './lots.ts';

/** One order that is filled from the live order book, with its fee. */
export interface NetLeg {
  readonly venue: string;
  readonly asset: string;
  readonly side: ArbitrageLeg['side'];
  readonly contracts: number;
  readonly avgPrice: number;
  readonly costUsd: number;
  readonly feeUsd: number;
  /**
   * Expected rebate of the venue in USD if the order had rested in the book. Because the rebate is not certain, no
   * other figure includes it. null when the market states no share.
   */
  readonly makerRebateUsd: number | null;
  /** Date and URL of the fee schedule. */
  readonly feeAsOf: string;
  readonly feeSource: string;
}

/** Net result of an opportunity after live order books and fees. The profit can be negative. */
export interface NetFigures {
  /**
   * Number of contracts of each leg that the books can fill, at most that of the gross allocation, and a multiple of
   * the lot of every venue.
   */
  readonly contracts: number;
  /** `contracts` as a fraction of the contracts in the gross allocation, 0 to 1. */
  readonly filledFrac: number;
  readonly costUsd: number;
  readonly feesUsd: number;
  /** Payoff minus cost and fees, in USD. */
  readonly profitUsd: number;
  /** Profit in percent of the total cost, per resolution. */
  readonly edgePct: number;
  /** Days until the last leg is resolved. null when a venue does not publish the time. */
  readonly lockUpDays: number | null;
  /** `edgePct`, scaled to a year by 365 / `lockUpDays` without compounding. null for a lock-up shorter than an hour. */
  readonly annualisedEdgePct: number | null;
  /** Sentences that describe how the linked markets could resolve differently. */
  readonly settlementDifferences: readonly string[];
  readonly legs: readonly NetLeg[];
}

/** A selected opportunity with its net figures, or with the reason why there are none. */
export interface NetOpportunity extends ArbitrageOpportunity {
  /** null when a book or a fee is not known, or when the payoff is not fixed. `netReason` states which. */
  readonly best: BestFigures | null;
  /** Profit at each size. Absent unless requested, and empty when `best` is null. */
  readonly profitBySize?: readonly SizeProfit[];
  readonly net: NetFigures | null;
  readonly netReason: string | null;
}

export interface NetInputs extends FeeInputs {
  readonly now: EpochMs;
  /** Smallest tradable number of contracts by kind. Absent: 1. */
  readonly lots: Readonly<Partial<Record<AssetKind, number>>>;
  find(asset: string): MarketState | null;
  /** Reads the live order book in terms of Yes. Rejects when the book cannot be read. */
  book(ref: AssetRef): Promise<Book>;
  findLinkBetween(a: string, b: string): Link | null;
  /** Whether the profit at each size is listed. Default: false. */
  readonly listsSizes?: boolean;
}

/** Maximum number of points in `profitBySize`. */
const MAX_SIZES = 60;

/**
 * Adds the net figures to an opportunity: fills each leg from the live order book at the size of the gross allocation
 * and subtracts the published fees.
 *
 * All legs have the same number of contracts, so the thinnest book and the coarsest lot limit them all. `net` is null,
 * with the reason, when a book cannot be read or is empty, or when a fee is not known. `best` is the same calculation
 * at the size with the greatest profit.
 */
export async function withNetFigures(
  opportunity: ArbitrageOpportunity,
  inputs: NetInputs,
): Promise<NetOpportunity> {
  const sizes = inputs.listsSizes === true ? { profitBySize: [] } : {};
  const refuse = (netReason: string): NetOpportunity => ({
    ...opportunity,
    best: null,
    ...sizes,
    net: null,
    netReason,
  });
  if (opportunity.type === 'perp-basis' || opportunity.type === 'perp-perp') {
    return refuse('A basis pays no fixed amount, so it has no net profit.');
  }
  const states: BinaryState[] = [];
  for (const { asset } of opportunity.legs) {
    const state = inputs.find(asset);
    if (state?.kind !== 'binary') return refuse(`${asset} is no longer listed.`);
    states.push(state);
  }
  const books = await Promise.allSettled(states.map(({ ref }) => inputs.book(ref)));
  const readable: Book[] = [];
  for (const [index, book] of books.entries()) {
    if (book.status === 'rejected')
      return refuse(`The book of ${states[index]?.ref.asset} could not be read.`);
    readable.push(book.value);
  }

  const lot = findCommonLot(states.map((state) => state.contractLot ?? inputs.lots[state.ref.kind] ?? 1));
  const sized = withBest(opportunity, { states, books: readable, lot }, inputs);
  const refuseNet = (netReason: string): NetOpportunity => ({ ...sized, net: null, netReason });
  const requested = opportunity.allocationUsd / opportunity.cost;
  const held = Math.min(
    ...opportunity.legs.map((leg, index) => fillLeg(leg, readable[index], requested).size),
  );
  if (!(held > 0)) return refuseNet('A book holds nothing to buy.');
  const contracts = floorToLot(held, lot);
  if (contracts === 0)
    return refuseNet(`The books hold less than the smallest order that all venues take, ${lot}.`);

  const legs: NetLeg[] = [];
  for (const [index, leg] of opportunity.legs.entries()) {
    const state = states[index];
    const fill = fillLeg(leg, readable[index], contracts);
    if (state === undefined || fill.avgPrice === null) return refuseNet('A book holds nothing to buy.');
    const fee = chargeLeg(state, { price: fill.avgPrice, size: contracts, costUsd: fill.costUsd }, inputs);
    if (fee.usd === null) return refuseNet(fee.reason);
    legs.push({
      venue: leg.venue,
      asset: state.ref.asset,
      side: leg.side,
      contracts,
      avgPrice: fill.avgPrice,
      costUsd: fill.costUsd,
      feeUsd: fee.usd,
      makerRebateUsd: expectRebate(state, { price: fill.avgPrice, size: contracts }, inputs),
      feeAsOf: fee.asOf,
      feeSource: fee.source,
    });
  }
  return { ...sized, net: computeFigures(legs, contracts, requested, states, inputs), netReason: null };
}

interface ReadBooks {
  readonly states: readonly BinaryState[];
  readonly books: readonly Book[];
  readonly lot: number;
}

/** Adds the figures at the most profitable size. `best` is null when a fee is not known. */
function withBest(
  opportunity: ArbitrageOpportunity,
  { states, books, lot }: ReadBooks,
  inputs: NetInputs,
): ArbitrageOpportunity & Pick<NetOpportunity, 'best' | 'profitBySize'> {
  const legs = opportunity.legs.map(({ side }, index) =>
    side === 'yes' || side === 'no'
      ? priceLeg(states[index]!, listOffers(books[index]!, side), inputs)
      : null,
  );
  const priced = legs.filter((leg) => leg !== null);
  const isKnown = priced.length === legs.length;
  return {
    ...opportunity,
    best: isKnown ? computeBest(priced, { lot, lockUpDays: lockUp(states, inputs.now) }) : null,
    ...(inputs.listsSizes === true
      ? { profitBySize: isKnown ? listProfits(priced, lot, MAX_SIZES) : [] }
      : {}),
  };
}

function fillLeg(leg: ArbitrageLeg, book: Book | undefined, size: number) {
  if (book === undefined || (leg.side !== 'yes' && leg.side !== 'no'))
    return { size: 0, costUsd: 0, avgPrice: null };
  return buyFromBook(book, leg.side, size);
}

function computeFigures(
  legs: readonly NetLeg[],
  contracts: number,
  requested: number,
  states: readonly BinaryState[],
  inputs: NetInputs,
): NetFigures {
  const costUsd = legs.reduce((sum, leg) => sum + leg.costUsd, 0);
  const feesUsd = legs.reduce((sum, leg) => sum + leg.feeUsd, 0);
  const profitUsd = contracts - costUsd - feesUsd;
  const edgePct = (100 * profitUsd) / (costUsd + feesUsd);
  const lockUpDays = lockUp(states, inputs.now);
  const hasTerm = lockUpDays !== null && lockUpDays >= MIN_TERM_DAYS;
  return {
    contracts,
    filledFrac: Math.min(1, contracts / requested),
    costUsd,
    feesUsd,
    profitUsd,
    edgePct,
    lockUpDays,
    annualisedEdgePct: hasTerm ? (edgePct * 365) / lockUpDays : null,
    settlementDifferences: collectDifferences(states, inputs),
    legs,
  };
}

/** Computes the days until the last leg is resolved, when the capital becomes free again. */
function lockUp(states: readonly BinaryState[], now: EpochMs): number | null {
  let last = 0;
  for (const { ticker } of states) {
    const due = ticker.endDate ?? ticker.closeTime;
    if (due === null) return null;
    last = Math.max(last, due);
  }
  return Math.max(0, (last - now) / DAY_MS);
}

function collectDifferences(states: readonly BinaryState[], inputs: NetInputs): string[] {
  const found = new Set<string>();
  for (const [index, one] of states.entries()) {
    for (const two of states.slice(index + 1)) {
      for (const text of inputs.findLinkBetween(one.ref.asset, two.ref.asset)?.differences ?? [])
        found.add(text);
    }
  }
  return [...found];
}
