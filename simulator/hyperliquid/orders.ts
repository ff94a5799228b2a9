import { type Static, Type } from 'typebox';
import type { Exchange } from '../trading/exchange.ts';
import type { HyperliquidUser } from '../trading/registry.ts';
import { listingMarket, type SimMarket } from '../trading/sim-market.ts';
import { amount, averagePrice, type SimOrder, units } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { DEXES } from '../world/perps.ts';
import { perpMarket } from './perp-market.ts';
import * as shapes from './shapes.ts';

const DecimalText = Type.String({ pattern: '^\\d{1,20}(\\.\\d{1,10})?$' });
/** `0x` and 32 hex digits. */
const Cloid = Type.String({ pattern: '^0x[0-9a-fA-F]{32}$' });

export const WireOrder = Type.Object({
  a: Type.Integer({ minimum: 0 }),
  b: Type.Boolean(),
  p: DecimalText,
  s: DecimalText,
  r: Type.Boolean(),
  t: Type.Object({
    limit: Type.Object({
      tif: Type.Union([
        Type.Literal('Ioc'),
        Type.Literal('Gtc'),
        Type.Literal('Alo'),
        Type.Literal('FrontendMarket'),
      ]),
    }),
  }),
  c: Type.Optional(Cloid),
});
export type WireOrder = Static<typeof WireOrder>;

const OUTCOME_BASE = 100_000_000;
const MIN_USD = 10;
const TAKER_FRAC = 0.00045;
/** Greatest distance of a limit price of a perpetual from the mid, as a fraction of the mid. */
const MAX_DISTANCE_FRAC = 0.8;

/** A coin with the data of its orders. */
interface TradedCoin {
  readonly coin: string;
  readonly market: SimMarket;
  readonly leg: 'yes' | 'no';
  readonly szDecimals: number;
}

/** Executes one order and returns its outcome, in the venue's words. */
export function placeHyperliquidOrder(
  order: WireOrder,
  { account }: HyperliquidUser,
  view: VenueView,
  exchange: Exchange,
): object {
  const refuse = (text: string) => ({ error: `${text} asset=${order.a}` });
  const traded = findAsset(view, order.a);
  if (traded === null) return refuse('Asset is delisted or unknown.');
  const [price, size] = [Number(order.p), Number(order.s)];
  if (size === 0) return refuse('Order has zero size.');
  if (countDecimals(order.s) > traded.szDecimals) return refuse('Order has invalid size.');
  if (price <= 0 || (traded.market.kind === 'binary' && price >= 1))
    return refuse('Order has invalid price.');
  if (!isOnTick(order.p, traded)) return refuse('Price must be divisible by tick size.');
  const isReduction = order.r;
  if (price * size < MIN_USD && !isReduction) {
    const least = traded.market.kind === 'perp' ? '$10.' : '10 USDC.';
    return refuse(`Order must have minimum value of ${least}`);
  }
  const middle = computeMid(traded, view.priceTime());
  if (traded.market.kind === 'perp' && middle !== null && Math.abs(price / middle - 1) > MAX_DISTANCE_FRAC) {
    return refuse('Order price cannot be more than 80% away from the reference price');
  }

  const { tif } = order.t.limit;
  const clientId = order.c?.toLowerCase() ?? null;
  const isDollar = traded.market.kind === 'perp';
  const result = exchange.place({
    account,
    market: traded.market,
    leg: traded.leg,
    side: order.b ? 'buy' : 'sell',
    price,
    size: units(size),
    tif: tif === 'Gtc' ? 'gtc' : tif === 'Alo' ? 'alo' : 'ioc',
    clientId,
    reduceOnly: isReduction,
    fee: (filled, at) => (isDollar ? Math.round(filled * at * TAKER_FRAC) : 0),
  });
  if (result.status === 'refused') {
    switch (result.why) {
      case 'duplicate':
        return refuse('Order with this cloid already exists.');
      case 'closed':
        return refuse('Asset is delisted or unknown.');
      case 'funds':
        return traded.market.kind === 'perp'
          ? refuse('Insufficient margin to place order.')
          : { error: `Insufficient spot balance asset=${order.a}` };
      case 'shares':
        return { error: `Insufficient spot balance asset=${order.a}` };
      case 'reduce_only':
        return refuse('Reduce only order would increase position.');
      case 'crosses':
        return refuse('Post only order would have immediately matched.');
    }
  }
  return toStatus(result.order, order.a);
}

function toStatus(order: SimOrder, asset: number): object {
  const { clientId } = order.request;
  const oid = Number(order.id);
  const cloid = clientId === null ? {} : { cloid: clientId };
  if (order.state === 'open' || order.state === 'delayed') return { resting: { oid, ...cloid } };
  if (order.filled === 0) {
    return { error: `Order could not immediately match against any resting orders. asset=${asset}` };
  }
  const totalSz = shapes.decimal(amount(order.filled), 8);
  return { filled: { totalSz, avgPx: shapes.decimal(averagePrice(order), 8), oid, ...cloid } };
}

/** Finds the coin behind the number by which actions name it. */
export function findAsset(view: VenueView, id: number): TradedCoin | null {
  if (id >= OUTCOME_BASE) {
    const code = id - OUTCOME_BASE;
    const coin = shapes.findCoin(view, `#${code}`);
    if (coin?.kind !== 'outcome') return null;
    return {
      coin: coin.coin,
      market: listingMarket(coin.listing, String(coin.listing.id)),
      leg: coin.side === 0 ? 'yes' : 'no',
      szDecimals: 0,
    };
  }
  const dexIndex = id >= 100_000 ? Math.floor((id - 100_000) / 10_000) : 0;
  const dex = dexIndex === 0 ? '' : DEXES[dexIndex - 1]?.name;
  if (dex === undefined) return null;
  const perp = shapes.listPerps(view, dex)[dexIndex === 0 ? id : id - 100_000 - 10_000 * dexIndex];
  if (perp === undefined) return null;
  return { coin: perp.coin, market: perpMarket(perp), leg: 'yes', szDecimals: perp.szDecimals };
}

function computeMid({ market }: TradedCoin, t: number): number | null {
  const { bids, asks } = market.ladder(t);
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  return bid === undefined || ask === undefined ? null : (bid + ask) / 2;
}

function isOnTick(text: string, { market, szDecimals }: TradedCoin): boolean {
  if (market.kind === 'binary') return countDecimals(text) <= 5;
  if (Number.isInteger(Number(text))) return true;
  const significant = text.replace('.', '').replace(/^0+/, '').length;
  return significant <= 5 && countDecimals(text) <= 6 - szDecimals;
}

function countDecimals(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
