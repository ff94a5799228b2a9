import {
  type ArbitrageOptions,
  type ArbitrageSummary,
  simulateArbitrage,
} from '../../analytics/arbitrage/arbitrage.ts';
import { type AssetRef, type Book, type Clock, computeAge, type FeeSchedules } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Link } from '../../links/link.ts';
import { createBookReader } from './book-reader.ts';
import type { OwnFees } from './fees.ts';
import { type NetInputs, type NetOpportunity, withNetFigures } from './net-figures.ts';
import { buildOpportunitySets, type LinkedGroups } from './opportunity-sets.ts';

const MAX_BOOK_AGE_MS = 10_000;

export interface ArbitrageScreenOptions {
  readonly feed: Feed;
  readonly links: LinkedGroups & { findLinkBetween(a: string, b: string): Link | null };
  /** Reads a live order book in terms of Yes. null: no books can be read, and every `net` is null. */
  readonly book: ((ref: AssetRef) => Promise<Book>) | null;
  readonly clock: Clock;
  /** Taker fees as the venues publish them. */
  readonly fees: FeeSchedules;
  /** Smallest tradable number of contracts by kind, as the venues define it. */
  readonly lots: NetInputs['lots'];
  /** Fees of the caller, which replace the published ones. Default: the published fees. */
  readonly ownFees?: OwnFees;
  /** Whether the profit at each size is listed. Default: false. */
  readonly listsSizes?: boolean;
}

/** Counts and profit of the selected opportunities after order books and fees, at the sizes of their allocations. */
export interface NetSummary {
  /** Number of selected opportunities with a net profit above 0. */
  readonly opportunitiesPaying: number;
  /** Sum of the net profits of these opportunities, in USD. */
  readonly payingProfitUsd: number;
  /** Number of selected opportunities whose net profit is not known. */
  readonly opportunitiesWithoutNet: number;
}

export interface ArbitrageScreenResult {
  /** Gross summary of the simulator, with the net summary. */
  readonly summary: ArbitrageSummary & NetSummary;
  /** Opportunities with gross and net figures. Those with a negative net profit are included. */
  readonly selected: readonly NetOpportunity[];
  /** Number of opportunities that would be selected without the limit `topN`. */
  readonly total: number;
}

/** Runs the arbitrage simulator over the newest snapshots, and adds the net figures of each opportunity. */
export async function answerArbitrage(
  { feed, links, book, clock, fees, lots, ownFees = {}, listsSizes = false }: ArbitrageScreenOptions,
  options: ArbitrageOptions,
): Promise<ArbitrageScreenResult> {
  const sets = buildOpportunitySets(feed, links);
  const { summary, selected, total } = simulateArbitrage(sets.groups, options);
  const inputs = {
    fees,
    lots,
    ownFees,
    listsSizes,
    now: clock(),
    find: (asset: string) => feed.find(asset),
    book: book === null ? unreadable : createBookReader((ref) => findRecentBook(ref, book, clock)),
    findLinkBetween: (a: string, b: string) => links.findLinkBetween(a, b),
  };
  const orders = selected.map((item) => ({
    ...item,
    legs: item.legs.map((leg) => sets.order(item.id, leg)),
  }));
  const walked = await Promise.all(orders.map((item) => withNetFigures(item, inputs)));
  return { summary: { ...summary, ...summariseNet(walked) }, selected: walked, total };
}

function summariseNet(selected: readonly NetOpportunity[]): NetSummary {
  const known = selected.flatMap(({ net }) => (net === null ? [] : [net.profitUsd]));
  const paying = known.filter((profit) => profit > 0);
  return {
    opportunitiesPaying: paying.length,
    payingProfitUsd: paying.reduce((sum, profit) => sum + profit, 0),
    opportunitiesWithoutNet: selected.length - known.length,
  };
}

/** Reads an order book that is recent enough to compute a profit. @throws {Error} for an older book. */
async function findRecentBook(
  ref: AssetRef,
  read: (ref: AssetRef) => Promise<Book>,
  clock: Clock,
): Promise<Book> {
  const book = await read(ref);
  if (computeAge(clock(), book.receivedAt) > MAX_BOOK_AGE_MS)
    throw new Error(`the book of ${ref.asset} is older than ${MAX_BOOK_AGE_MS} ms`);
  return book;
}

function unreadable(): Promise<Book> {
  return Promise.reject(new Error('this request reads no order books'));
}
