import { DAY_MS } from '../../src/domain/index.ts';
import { toAddress, toHex } from '../hex.ts';
import type { VenueView } from '../venue-view.ts';
import { type Listing, ladderAt, lastPriceAt, quoteAt, tradePrice } from '../world/listing.ts';
import { DEXES, type Perp } from '../world/perps.ts';
import { unit } from '../world/random.ts';
import { isSettled } from '../world/world.ts';

/** A coin of the wire: a perpetual, or one side of an outcome. */
export type Coin =
  | { readonly kind: 'perp'; readonly coin: string; readonly perp: Perp }
  | { readonly kind: 'outcome'; readonly coin: string; readonly listing: Listing; readonly side: 0 | 1 };

/** Decimal text with at least one decimal, as the venue writes it. */
export function decimal(value: number, digits = 10): string {
  // Zeros before the point belong to the number: 100 is not 1.
  const text = digits === 0 ? `${value.toFixed(0)}.` : value.toFixed(digits).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}

/** Five significant figures and no more decimals than the coin has. */
export function perpPrice(value: number, perp: Perp): string {
  const rounded = value >= 10_000 ? Math.round(value) : Number(value.toPrecision(5));
  return decimal(rounded, Math.max(0, Math.min(8, 6 - perp.szDecimals)));
}

export function findCoin(view: VenueView, coin: string): Coin | null {
  if (coin.startsWith('#')) {
    const code = Number(coin.slice(1));
    const byId = view.perTick('outcomes by id', (tick) => {
      const open = openOutcomes(view, tick);
      return new Map(open.map((listing) => [listing.id, listing]));
    });
    const listing = byId.get(Math.floor(code / 10));
    if (listing === undefined || code % 10 > 1) return null;
    return { kind: 'outcome', coin, listing, side: code % 10 === 0 ? 0 : 1 };
  }
  const perp = view.world.perps.find((one) => one.coin === coin);
  return perp === undefined ? null : { kind: 'perp', coin, perp };
}

export function openOutcomes(view: VenueView, t: number): readonly Listing[] {
  return view
    .universe()
    .byVenue.hyperliquid.filter((listing) => t >= listing.event.openAt && !isSettled(listing, t));
}

export function listPerps(view: VenueView, dex: string): readonly Perp[] {
  return view.world.perps.filter((perp) => perp.dex === dex);
}

export function buildMeta(view: VenueView, dex: string) {
  const universe = listPerps(view, dex).map((perp) => ({
    szDecimals: perp.szDecimals,
    name: perp.coin,
    maxLeverage: perp.maxLeverage,
    marginTableId: perp.maxLeverage,
    ...(perp.isDelisted ? { isDelisted: true } : {}),
    ...(dex === '' ? {} : { onlyIsolated: true, marginMode: 'strictIsolated' }),
  }));
  const marginTables = [3, 5, 10, 20, 40].map((id) => [
    id,
    { description: '', marginTiers: [{ lowerBound: '0.0', maxLeverage: id }] },
  ]);
  return { universe, marginTables, collateralToken: 0 };
}

export function buildContext(perp: Perp, t: number) {
  const mark = perp.markPrice(t);
  const oracle = perp.oraclePrice(t);
  const price = (value: number) => perpPrice(value, perp);
  if (perp.isDelisted) {
    return {
      funding: '0.0',
      openInterest: '0.0',
      prevDayPx: price(mark),
      dayNtlVlm: '0.0',
      premium: null,
      oraclePx: price(oracle),
      markPx: price(mark),
      midPx: null,
      impactPxs: null,
      dayBaseVlm: '0.0',
    };
  }
  const base = perp.tape.volume(t - DAY_MS, t);
  const { bid, ask } = perpTouch(perp, t);
  return {
    funding: decimal(perp.funding(t)),
    openInterest: decimal(perp.openInterest(t), perp.szDecimals),
    prevDayPx: price(perp.markPrice(t - DAY_MS)),
    dayNtlVlm: decimal(base * perp.markPrice(t - DAY_MS / 2)),
    premium: decimal(mark / oracle - 1),
    oraclePx: price(oracle),
    markPx: price(mark),
    midPx: decimal((bid + ask) / 2, 8),
    impactPxs: [price(bid * 0.99995), price(ask * 1.00005)],
    dayBaseVlm: decimal(base, perp.szDecimals),
  };
}

function perpTouch(perp: Perp, t: number): { bid: number; ask: number; tick: number } {
  const mark = perp.markPrice(t);
  const tick = Math.max(10 ** (Math.floor(Math.log10(mark)) - 4), 10 ** -Math.max(0, 6 - perp.szDecimals));
  const half = Math.max(tick / 2, mark * perp.halfSpreadFrac);
  const bid = Math.floor((mark - half) / tick) * tick;
  return { bid, ask: Math.max(bid + tick, Math.ceil((mark + half) / tick) * tick), tick };
}

interface WireLevel {
  readonly px: string;
  readonly sz: string;
  readonly n: number;
}

/** Bids and asks, best first. */
export function buildLevels(coin: Coin, t: number, depth = 20): [WireLevel[], WireLevel[]] {
  if (coin.kind === 'perp') {
    const { perp } = coin;
    if (perp.isDelisted) return [[], []];
    const { bid, ask, tick } = perpTouch(perp, t);
    const level = (price: number, i: number): WireLevel => {
      const swing = unit(perp.key + i * 2 + (price < ask ? 0 : 1), Math.floor(t / 2_000));
      const size = ((2_000 + 30_000 * swing) / price) * (1 + i / 4);
      return {
        px: perpPrice(price, perp),
        sz: decimal(Math.max(size, 10 ** -perp.szDecimals), perp.szDecimals),
        n: 1 + Math.floor(swing * 20),
      };
    };
    const rows = [...Array(depth).keys()];
    return [rows.map((i) => level(bid - i * tick, i)), rows.map((i) => level(ask + i * tick, i))];
  }
  const { bids, asks } = ladderAt(coin.listing, t, depth);
  const row = ({ price, size }: { price: number; size: number }): WireLevel => ({
    px: decimal(price, 5),
    sz: decimal(size, 0),
    n: 1 + (size % 7),
  });
  const mirrored = (price: number) => Number((1 - price).toFixed(5));
  if (coin.side === 0) return [bids.map(row), asks.map(row)];
  return [
    asks.map((level) => row({ ...level, price: mirrored(level.price) })),
    bids.map((level) => row({ ...level, price: mirrored(level.price) })),
  ];
}

export function buildBook(coin: Coin, t: number, now: number, depth = 20) {
  return { coin: coin.coin, time: now, levels: buildLevels(coin, t, depth) };
}

/** The mid as in `allMids`: the last trade when a side of the book is missing. */
function formatMid(coin: Coin, t: number): string | null {
  if (coin.kind === 'perp') return buildContext(coin.perp, t).midPx;
  const { mid, last } = quoteAt(coin.listing, t);
  const yes = mid ?? last ?? 0.5;
  return decimal(coin.side === 0 ? yes : 1 - yes, 6);
}

export function buildMids(view: VenueView, dex: string, t: number): Record<string, string> {
  const mids: Record<string, string> = {};
  for (const perp of listPerps(view, dex)) {
    if (perp.isDelisted) continue;
    mids[perp.coin] = buildContext(perp, t).midPx ?? '0.0';
  }
  if (dex !== '') return mids;
  mids['PURR/USDC'] = '0.1512';
  for (const listing of openOutcomes(view, t)) {
    for (const side of [0, 1] as const) {
      const coin = `#${listing.id * 10 + side}`;
      mids[coin] = formatMid({ kind: 'outcome', coin, listing, side }, t) ?? '0.5';
    }
  }
  return mids;
}

/** The context of an outcome side, in the form of a spot coin. */
export function outcomeContext(coin: Extract<Coin, { kind: 'outcome' }>, t: number) {
  const mark = Number(formatMid(coin, t));
  const base = coin.listing.tape.volume(Math.max(t - DAY_MS, coin.listing.event.openAt), t);
  const before = lastPriceAt(coin.listing, t - DAY_MS) ?? mark;
  return {
    prevDayPx: decimal(coin.side === 0 ? before : 1 - before, 6),
    dayNtlVlm: decimal(base * mark),
    markPx: decimal(mark, 6),
    midPx: decimal(mark, 6),
    circulatingSupply: decimal(coin.listing.depth * 40),
    coin: coin.coin,
    totalSupply: decimal(coin.listing.depth * 40),
    dayBaseVlm: decimal(base),
  };
}

export function listTrades(coin: Coin, fromMs: number, toMs: number, limit: number) {
  const tape = coin.kind === 'perp' ? coin.perp.tape : coin.listing.tape;
  return tape.trades(fromMs, toMs, limit).map(({ slot, time, size, isBuy }) => {
    const isBid = coin.kind === 'outcome' && coin.side === 1 ? !isBuy : isBuy;
    return {
      coin: coin.coin,
      side: isBid ? 'B' : 'A',
      px: formatTradePrice(coin, time, isBuy),
      sz: decimal(size, coin.kind === 'perp' ? coin.perp.szDecimals : 0),
      time,
      hash: `0x${toHex(`${coin.coin} ${slot}`)}`,
      tid: slot * 16 + 1,
      users: [toAddress(`buyer ${slot}`), toAddress(`seller ${slot}`)],
    };
  });
}

function formatTradePrice(coin: Coin, time: number, isBuy: boolean): string {
  if (coin.kind === 'perp') {
    const { bid, ask } = perpTouch(coin.perp, time);
    return perpPrice(isBuy ? ask : bid, coin.perp);
  }
  const yes = tradePrice(coin.listing, time, isBuy);
  return decimal(coin.side === 0 ? yes : 1 - yes, 5);
}

export function buildPerpDexs(view: VenueView) {
  const dexes = DEXES.map(({ name, fullName }) => {
    const coins = listPerps(view, name).map(({ coin }) => coin);
    return {
      name,
      fullName,
      deployer: toAddress(`deployer ${name}`),
      oracleUpdater: null,
      feeRecipient: toAddress(`fees ${name}`),
      assetToStreamingOiCap: coins.map((coin) => [coin, '25000000.0']),
      subDeployers: [['setOracle', [toAddress(`oracle ${name}`)]]],
      deployerFeeScale: '1.0',
      lastDeployerFeeScaleChangeTime: '1970-01-01T00:00:00',
      assetToFundingMultiplier: coins.map((coin) => [coin, '0.5']),
      assetToFundingInterestRate: coins.map((coin) => [coin, '0.0']),
    };
  });
  return [null, ...dexes];
}
