import assert from 'node:assert/strict';
import { createMockExecution, type ExecutionVenue } from '../../bot/execution/index.ts';
import { findVenueName } from '../../bot/market-names.ts';
import type { OrderStore } from '../../bot/orders/order-store.ts';
import type { PaperMarkets } from '../../bot/trade/paper-comparison.ts';
import { type AssetRef, computeAge, findTakerRate, UpstreamError, type VenueId } from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { PUBLISHED_FEES } from '../../venues/registry.ts';
import { USER_AGENT } from '../../version.ts';
import { findStatedLot } from './lots.ts';
import type { BotOptions } from './options.ts';

type Options = Pick<BotOptions, 'config' | 'feed' | 'assets' | 'books' | 'history' | 'clock'>;
type Takings = Pick<OrderStore, 'listTaken'>;

/** Opens the venues that execute the orders of bots: live or mock, by the mode of the service. */
export async function openBotVenues(
  options: Options,
  orders: Takings,
): Promise<ReadonlyMap<VenueId, ExecutionVenue>> {
  return options.config.bot.execMode === 'live' ? openLiveVenues(options) : openMockVenues(options, orders);
}

/** Opens the books and published fees from which mock orders are filled. */
export function openPaperMarkets({
  feed,
  books,
  clock,
}: Pick<Options, 'feed' | 'books' | 'clock'>): PaperMarkets {
  return {
    book: async (ref, maxAgeMs) => {
      const newest = books.newest?.(ref.asset) ?? null;
      if (newest !== null && computeAge(clock(), newest.receivedAt) <= maxAgeMs) return newest;
      return books.book(ref).catch((error: unknown) => {
        if (error instanceof UpstreamError) return null;
        throw error;
      });
    },
    findRate: ({ kind, asset }) => {
      const state = feed.find(asset);
      const market = state?.kind === 'binary' ? state : null;
      return findTakerRate(PUBLISHED_FEES, {
        kind,
        asset,
        category: market?.ticker.category ?? null,
        marketRate: market?.takerFeeRate ?? null,
      });
    },
  };
}

/** Opens the venues that execute live orders. Their clients are loaded here, because no other mode needs them. */
async function openLiveVenues({ config, clock }: Options): Promise<ReadonlyMap<VenueId, ExecutionVenue>> {
  const { createLiveVenues } = await import('../../bot/execution/live-venues.ts');
  const { gammaUrl } = config.feed.adapters.polymarket.addresses;
  assert(gammaUrl !== undefined);
  const venues = new Map<VenueId, ExecutionVenue>(
    Object.entries(
      createLiveVenues(
        { ...config.bot.live, polymarketGammaUrl: gammaUrl },
        { userAgent: USER_AGENT, clock },
      ),
    ) as [VenueId, ExecutionVenue][],
  );
  return new Map([...venues].filter(([venue]) => config.feed.venues.includes(venue)));
}

/** Opens mock venues on the markets and books of the real ones. */
function openMockVenues(
  { config, feed, assets, books, history, clock }: Options,
  orders: Takings,
): ReadonlyMap<VenueId, ExecutionVenue> {
  const listTaken: Takings['listTaken'] = (side) => orders.listTaken(side);
  const markets = {
    find: async (ref: AssetRef) => {
      const known = await assets.resolveIn(ref.venue, ref.asset);
      if (known === null) return null;
      return {
        name: findVenueName(feed, known.ref),
        isOpen: await isTrading(known, history, clock()),
        price: known.state?.price ?? null,
        ...findStatedLot(known.state),
      };
    },
    ...openPaperMarkets({ feed, books, clock }),
  };
  return new Map(
    config.feed.venues.map((venue) => [
      venue,
      createMockExecution({ venue, fillRule: config.bot.mockFills, markets, listTaken, clock }),
    ]),
  );
}

/** Whether a market has neither ended nor resolved, as far as this process knows. */
async function isTrading(
  { ref, state }: ResolvedAsset,
  history: HistoryReader,
  now: number,
): Promise<boolean> {
  if (state === null) return (await history.findResolution(ref)) === null;
  if (state.kind === 'perp') return true;
  const { status, closeTime } = state.ticker;
  return status !== 'closed' && status !== 'resolved' && (closeTime === null || closeTime > now);
}
