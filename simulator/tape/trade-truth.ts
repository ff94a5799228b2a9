import type { AssetRef } from '../../src/domain/index.ts';
import { findCoin, listTrades } from '../hyperliquid/shapes.ts';
import { tradeObjects } from '../kalshi/shapes.ts';
import { listPrints } from '../polymarket/shapes.ts';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';

/** A trade as it happened, whether or not anybody was told of it. */
export interface TrueTrade {
  readonly id: string;
  /** The venue's time. */
  readonly t: number;
  /** Outcome whose token the taker traded; null: the asset has one kind of contract. */
  readonly token: 'yes' | 'no' | null;
  /** Price of that token. */
  readonly price: number;
  readonly size: number;
  /** Side of the taker, in terms of the token. */
  readonly takerSide: 'buy' | 'sell';
  readonly yesPrice: number;
  readonly yesSide: 'buy' | 'sell';
  readonly isBlock: boolean;
  readonly settled: boolean;
}

/** More trades than a test can ask for. */
const MOST = 1_000_000;

/** Trades of an asset in a window, both ends included, the oldest first; null: the venue prints none of it. */
export function listTrueTrades(
  view: VenueView,
  ref: AssetRef,
  fromMs: number,
  toMs: number,
): TrueTrade[] | null {
  const to = Math.min(toMs, view.priceTime());
  switch (view.venue) {
    case 'polymarket': {
      const listing = view.universe().byName.get(`polymarket ${ref.storeKey}`);
      return listing === undefined ? null : listOfPolymarket(view, listing, fromMs - 1, to);
    }
    case 'kalshi': {
      const listing = view.universe().byName.get(`kalshi ${ref.storeKey.toUpperCase()}`);
      return listing === undefined ? null : listOfKalshi(listing, fromMs - 1, to);
    }
    case 'hyperliquid':
      return listOfHyperliquid(view, ref, fromMs - 1, to);
    case 'limitless':
      return null;
  }
}

function listOfPolymarket(view: VenueView, listing: Listing, from: number, to: number): TrueTrade[] {
  return listPrints(listing, from, to, MOST)
    .map(({ slot, time, side, price, size, taker, yesPrice, yesSide, hash }): TrueTrade => {
      const token = side === 0 ? 'yes' : 'no';
      return {
        id: `${hash}:${token}`,
        t: time,
        token,
        price,
        size,
        takerSide: taker === 'BUY' ? 'buy' : 'sell',
        yesPrice,
        yesSide,
        isBlock: false,
        settled: !view.faults.isUnsettled('polymarket', { key: listing.key, slot, time }),
      };
    })
    .reverse();
}

function listOfKalshi(listing: Listing, from: number, to: number): TrueTrade[] {
  return tradeObjects(listing, from, to, MOST)
    .map(({ time, trade }): TrueTrade => {
      const isBuy = trade.taker_book_side === 'bid';
      const [yes, no] = [Number(trade.yes_price_dollars), Number(trade.no_price_dollars)];
      return {
        id: trade.trade_id,
        t: time,
        token: isBuy ? 'yes' : 'no',
        price: isBuy ? yes : no,
        size: Number(trade.count_fp),
        takerSide: 'buy',
        yesPrice: yes,
        yesSide: isBuy ? 'buy' : 'sell',
        isBlock: trade.is_block_trade,
        settled: true,
      };
    })
    .reverse();
}

function listOfHyperliquid(view: VenueView, ref: AssetRef, from: number, to: number): TrueTrade[] | null {
  const outcome = /-(\d{1,15})$/.exec(ref.storeKey)?.[1];
  const name = ref.kind === 'hl-perp' ? ref.asset.slice('hl-'.length) : `#${Number(outcome) * 10}`;
  const coin = findCoin(view, name);
  if (coin === null) return null;
  return listTrades(coin, from, to, MOST)
    .map((row): TrueTrade => {
      const side = row.side === 'B' ? 'buy' : 'sell';
      const price = Number(row.px);
      return {
        id: `${row.time}:${row.tid}`,
        t: row.time,
        token: ref.kind === 'hl-perp' ? null : 'yes',
        price,
        size: Number(row.sz),
        takerSide: side,
        yesPrice: price,
        yesSide: side,
        isBlock: false,
        settled: true,
      };
    })
    .reverse();
}
