import { findComplement, findCrossed, findRefused, type RefusedValue } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findInnerPrice, findTexts } from './fields.ts';
import type { Lifecycle } from './lifecycle.ts';
import { DEFAULT_TICK, type PolymarketQuote } from './quote.ts';
import type { GammaMarket } from './wire.ts';
import type { YesAndNo } from './yes-token.ts';

type Yes = Pick<YesAndNo, 'yesIndex'>;

/** The quote of a row in Yes terms, and what is wrong with it. */
interface JudgedQuote {
  /** Quote of the row, without bid and ask when they must not be believed. */
  readonly quote: PolymarketQuote;
  readonly isSound: boolean;
  /** Values of the row that are impossible or contradict each other. */
  readonly refused: readonly RefusedValue[];
}

/** Reads the quote of a row, and withholds bid and ask that contradict each other or the stated spread. */
export function judgeQuote(market: GammaMarket, { yesIndex }: Yes, lifecycle: Lifecycle): JudgedQuote {
  const yesPrice = findTexts(market.outcomePrices)?.[yesIndex];
  const stated = readQuote(market, { yesIndex }, lifecycle, yesPrice);
  const isWhole = !isTrading(lifecycle) || agreesWithSpread(market);
  const crossed = isTrading(lifecycle) ? findCrossed(stated) : [];
  const isSound = isWhole && crossed.length === 0;
  // Gamma's quotes are those of the first outcome. Which of them is the Yes bid depends on the index of Yes.
  const [bid, ask] = [findNumber(market.bestBid), findNumber(market.bestAsk)];
  const computed = (ask ?? 1) - (bid ?? 0);
  const impossible = findRefused({
    ...(yesIndex === 0 ? { yesBid: bid, yesAsk: ask } : { noBid: bid, noAsk: ask }),
    lastPrice: findNumber(market.lastTradePrice),
    yesPrice: findNumber(yesPrice),
  });
  const spread = { member: 'spread', value: findNumber(market.spread) ?? computed };
  return {
    quote: isSound ? stated : { ...stated, bid: null, ask: null },
    isSound,
    refused: isSound ? impossible : [...impossible, ...crossed, ...(isWhole ? [] : [spread])],
  };
}

/**
 * Reads the quote, which Gamma states for outcome 0. A market that has ended has none: its row keeps the last live
 * quote.
 */
function readQuote(
  market: GammaMarket,
  { yesIndex }: Yes,
  lifecycle: Lifecycle,
  yesPrice: string | undefined,
): PolymarketQuote {
  const tick = findInnerPrice(market.orderPriceMinTickSize) ?? DEFAULT_TICK;
  const trades = isTrading(lifecycle);
  const bid = trades ? findInnerPrice(market.bestBid) : null;
  const ask = trades ? findInnerPrice(market.bestAsk) : null;
  const lastTrade = findInnerPrice(market.lastTradePrice);
  const listed = findInnerPrice(yesPrice);
  if (yesIndex === 0) return { bid, ask, lastTrade, listed, tick };
  return {
    bid: findComplement(ask),
    ask: findComplement(bid),
    lastTrade: findComplement(lastTrade),
    listed,
    tick,
  };
}

const isTrading = (lifecycle: Lifecycle) => lifecycle === 'open' || lifecycle === 'paused';

/**
 * Whether the stated spread matches the stated quotes, as it did in every recorded row. Gamma omits the quote of an
 * empty side and counts it as 0 or 1 in the spread. A mismatch therefore reveals a quote that is missing for another
 * reason.
 */
function agreesWithSpread({ bestBid, bestAsk, spread }: GammaMarket): boolean {
  const stated = findNumber(spread);
  // Open rows always state the spread. Without it, an empty side cannot be told from a renamed member.
  if (stated === null) return findNumber(bestBid) !== null && findNumber(bestAsk) !== null;
  const computed = (findNumber(bestAsk) ?? 1) - (findNumber(bestBid) ?? 0);
  return Math.abs(stated - computed) <= SPREAD_ROUNDING;
}

/** Tolerance of the spread, which may be rounded to a coarser tick than the quotes. */
const SPREAD_ROUNDING = 0.0006;
