import { DAY_MS } from '../../src/domain/index.ts';
import { toAddress, toHex } from '../hex.ts';
import { type Ladder, type Listing, type Quote, quoteAt, tradePrice, yesWon } from '../world/listing.ts';
import { perListing } from '../world/per-listing.ts';
import { unit } from '../world/random.ts';
import { isOpen, isSettled } from '../world/world.ts';
import { getDescription, getEventSlug, getEventTitle, getOutcomes, getQuestion } from './texts.ts';
import { eventWindow, marketWindow } from './window-members.ts';

export { getEventSlug, getOutcomes, getQuestion } from './texts.ts';

const iso = (t: number) => new Date(t).toISOString().replace('.000Z', 'Z');
/** `2026-07-24 00:00:16+00` */
const shortZone = (t: number) => `${new Date(t).toISOString().slice(0, 19).replace('T', ' ')}+00`;
const money = (value: number) => Number(value.toFixed(6));

export interface MarketIds {
  readonly version: 'v1' | 'v2';
  /** Condition id as Gamma and the data API write it: 31 bytes in protocol v2. */
  readonly conditionId: string;
  /** Condition id as the order book service writes it: 32 bytes. */
  readonly clobConditionId: string;
  readonly questionId: string;
  /** Token ids of Yes and No; position ids in protocol v2. */
  readonly tokens: readonly [string, string];
}

/** Part of the single questions that are markets of protocol v2, which lists show on request alone. */
const V2_FRAC = 0.5;

export const getIds = perListing((listing): MarketIds => {
  const { name, event, key } = listing;
  const questionId = `0x${toHex(`question ${name}`)}`;
  if (event.kind === 'single' && unit(key + 31, 0) < V2_FRAC) {
    // Module 1, 16 bytes of hash, zeros; a position is the condition and the outcome.
    const conditionId = `0x01${toHex(`condition ${name}`).slice(0, 32)}${'0'.repeat(28)}`;
    const position = (outcome: number) => String(BigInt(`${conditionId}00`) + BigInt(outcome));
    return {
      version: 'v2',
      conditionId,
      clobConditionId: `${conditionId}00`,
      questionId,
      // Numbered in the order in which the outcomes are listed.
      tokens: listsNoFirst(listing) ? [position(1), position(0)] : [position(0), position(1)],
    };
  }
  const token = (side: string) => BigInt(`0x${toHex(`${side} ${name}`)}`).toString();
  const conditionId = `0x${toHex(`condition ${name}`)}`;
  return {
    version: 'v1',
    conditionId,
    clobConditionId: conditionId,
    questionId,
    tokens: [token('yes'), token('no')],
  };
});

/** Part of the markets whose outcomes are called Yes and No that list No first, as a few do at the venue. */
const NO_FIRST_FRAC = 0.08;

/** Whether a market lists No before Yes: its pairs are then in that order, and its quotes are those of No. */
export function listsNoFirst(listing: Listing): boolean {
  return getOutcomes(listing)[0] === 'Yes' && unit(listing.key + 30, 0) < NO_FIRST_FRAC;
}

/** A pair of Yes and No in the order in which the market lists them. */
export function inListedOrder<T>(
  listing: Listing,
  [yes, no]: readonly [yes: T, no: T],
): readonly [first: T, second: T] {
  return listsNoFirst(listing) ? [no, yes] : [yes, no];
}

/** The short event inside a market. */
export const eventSummary = perListing((listing) => {
  const slug = getEventSlug(listing);
  const isExclusive = listing.event.kind === 'exclusive';
  return {
    id: String(Number.parseInt(toHex(slug).slice(0, 7), 16)),
    ticker: slug,
    slug,
    title: getEventTitle(listing),
    description: getDescription(listing),
    resolutionSource: '',
    startDate: iso(listing.event.openAt),
    creationDate: iso(listing.event.openAt),
    endDate: iso(listing.event.closeAt),
    ...(listing.event.kind === 'match' ? { seriesSlug: toSeriesSlug(listing) } : {}),
    active: true,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    openInterest: 0,
    enableOrderBook: true,
    negRisk: isExclusive,
    enableNegRisk: isExclusive,
    negRiskAugmented: false,
  };
});

/** `circuit0-2026`: the season of a league, as `nba-2026`. */
function toSeriesSlug({ event }: Listing): string {
  const league = /^KX(.+)GAME$/.exec(event.subject.kalshiSeries)?.[1] ?? event.series;
  return `${league.toLowerCase()}-${new Date(event.closeAt).getUTCFullYear()}`;
}

/** The number that names a market in Gamma. */
export function gammaId({ id }: Listing): string {
  return String(500_000 + id);
}

/** 24 h volume in dollars. */
export function volume24h(listing: Listing, t: number): number {
  const until = Math.min(t, listing.event.closeAt);
  return (
    0.5 *
    listing.tape.volume(Math.max(listing.event.openAt, t - DAY_MS), Math.max(listing.event.openAt, until))
  );
}

export function marketObject(listing: Listing, t: number, now: number) {
  const { event, leg, tick, tape } = listing;
  const { version, conditionId, questionId, tokens } = getIds(listing);
  const isResolved = isSettled(listing, t);
  const until = Math.min(t, event.closeAt - 1);
  const yes = quoteAt(listing, until);
  const shown = yes.mid ?? yes.last ?? yes.bid ?? yes.ask ?? 0.5;
  const worth = isResolved ? Number(yesWon(listing)) : shown;
  const prices = inListedOrder(listing, [String(money(worth)), String(money(1 - worth))]);
  // Quotes are those of the outcome that is listed first.
  const { bid, ask, last } = listsNoFirst(listing) ? mirrored(yes) : yes;
  const total = 0.5 * tape.volume(event.openAt, until);
  const liquidity = (listing.shape === 'empty' ? 0 : 4) * listing.depth;
  const day = volume24h(listing, t);
  const yesBefore = quoteAt(listing, Math.max(event.openAt, until - DAY_MS));
  const before = listsNoFirst(listing) ? mirrored(yesBefore) : yesBefore;
  const isExclusive = event.kind === 'exclusive';
  return {
    id: gammaId(listing),
    question: getQuestion(listing),
    conditionId,
    slug: listing.name,
    resolutionSource: '',
    endDate: iso(event.closeAt),
    liquidity: String(liquidity),
    startDate: iso(event.openAt),
    image: 'https://example.com/image.png',
    icon: 'https://example.com/image.png',
    description: getDescription(listing),
    outcomes: JSON.stringify(inListedOrder(listing, getOutcomes(listing))),
    outcomePrices: JSON.stringify(prices),
    volume: String(money(total)),
    active: true,
    closed: isResolved,
    marketMakerAddress: '',
    createdAt: iso(event.openAt),
    updatedAt: iso(now),
    new: false,
    featured: false,
    archived: false,
    restricted: true,
    ...(leg.label === '' ? {} : { groupItemTitle: leg.label }),
    ...(event.kind === 'match'
      ? { gameStartTime: shortZone(event.closeAt), sportsMarketType: 'moneyline' }
      : {}),
    questionID: questionId,
    enableOrderBook: true,
    orderPriceMinTickSize: tick,
    orderMinSize: 5,
    volumeNum: money(total),
    liquidityNum: liquidity,
    endDateIso: iso(event.closeAt).slice(0, 10),
    startDateIso: iso(event.openAt).slice(0, 10),
    volume24hr: money(day),
    volume1wk: money(0.5 * tape.volume(Math.max(event.openAt, until - 7 * DAY_MS), until)),
    version,
    ...(version === 'v2'
      ? { clobTokenIds: null, positionIds: inListedOrder(listing, tokens) }
      : { clobTokenIds: JSON.stringify(inListedOrder(listing, tokens)) }),
    volume24hrClob: money(day),
    volumeClob: money(total),
    liquidityClob: liquidity,
    acceptingOrders: isOpen(listing, t),
    negRisk: isExclusive,
    ...(isExclusive ? { negRiskMarketID: `0x${toHex(`neg risk ${event.id}`)}` } : {}),
    ready: false,
    funded: false,
    approved: true,
    ...(bid === null ? {} : { bestBid: bid }),
    ...(ask === null ? { bestAsk: 1 } : { bestAsk: ask }),
    ...(last === null ? {} : { lastTradePrice: last }),
    spread: money((ask ?? 1) - (bid ?? 0)),
    ...(last !== null && before.last !== null ? { oneDayPriceChange: money(last - before.last) } : {}),
    ...(isResolved
      ? {
          closedTime: shortZone(event.settleAt),
          umaResolutionStatus: 'resolved',
          umaResolutionStatuses: '[]',
          automaticallyResolved: event.kind === 'updown',
        }
      : {}),
    feesEnabled: event.kind === 'updown',
    ...marketWindow(listing),
    events: [{ ...eventSummary(listing), ...eventWindow(listing, t), closed: isResolved }],
  };
}

/** Quotes of Yes as those of No. */
function mirrored({ bid, ask, mid, last }: Quote): Quote {
  const flip = (price: number | null) => (price === null ? null : money(1 - price));
  return { bid: flip(ask), ask: flip(bid), mid: flip(mid), last: flip(last) };
}

/** A market that ended long ago and was never closed: it still says that it takes orders. */
export function zombieObject(listing: Listing, id: string) {
  const end = listing.event.closeAt;
  const { events: _events, ...market } = marketObject(listing, end, end);
  return {
    ...market,
    id,
    acceptingOrders: true,
    volume24hr: 0,
    volume24hrClob: 0,
    volume1wk: 0,
    events: [{ ...eventSummary(listing), closed: false }],
  };
}

/** A leg that has no name yet: listed in its event, not tradable. */
export function placeholderObject(listing: Listing, number: number, t: number) {
  const slug = `${getEventSlug(listing)}-option-${number}`;
  return {
    id: String(9_000_000 + number + listing.id * 10),
    question: `Will option ${number} be the result?`,
    conditionId: '',
    slug,
    marketMakerAddress: '',
    active: false,
    closed: false,
    archived: false,
    groupItemTitle: `Option ${number}`,
    createdAt: iso(listing.event.openAt),
    updatedAt: iso(t),
    negRisk: true,
    acceptingOrders: false,
  };
}

/** @param ladder The book of Yes. */
export function bookObject(
  listing: Listing,
  side: 0 | 1,
  ladder: Ladder,
  { t, now }: { t: number; now: number },
) {
  const { version, clobConditionId, tokens } = getIds(listing);
  const text = (price: number) => String(money(price));
  const asWritten = (levels: readonly { price: number; size: number }[]) =>
    levels
      .map(({ price, size }) => ({ price: text(side === 0 ? price : 1 - price), size: text(size) }))
      .reverse();
  const last = quoteAt(listing, t).last;
  const bids = asWritten(side === 0 ? ladder.bids : ladder.asks);
  const asks = asWritten(side === 0 ? ladder.asks : ladder.bids);
  return {
    market: clobConditionId,
    asset_id: tokens[side],
    timestamp: String(now),
    hash: toHex(`${tokens[side]} ${JSON.stringify([bids, asks])}`).slice(0, 40),
    bids,
    asks,
    min_order_size: '5',
    tick_size: String(listing.tick),
    neg_risk: listing.event.kind === 'exclusive',
    last_trade_price: last === null ? '' : text(side === 0 ? last : 1 - last),
    ...(version === 'v2' ? { version } : {}),
  };
}

/** Part of the trades that takers make in Yes, as in the recorded ones. */
const YES_FRAC = 0.31;

/** A trade as it is printed, under the token of its taker. */
export interface Print {
  readonly slot: number;
  readonly time: number;
  readonly side: 0 | 1;
  /** Price of that token. */
  readonly price: number;
  readonly size: number;
  readonly taker: 'BUY' | 'SELL';
  readonly yesPrice: number;
  readonly yesSide: 'buy' | 'sell';
  readonly hash: string;
}

/** Trades after `fromMs` up to `toMs`, newest first. */
export function listPrints(listing: Listing, fromMs: number, toMs: number, limit: number): Print[] {
  const until = Math.min(toMs, listing.event.closeAt);
  return listing.tape
    .trades(Math.max(fromMs, listing.event.openAt), until, limit)
    .map(({ slot, time, size, isBuy }) => {
      const side = unit(listing.key + 20, slot) < YES_FRAC ? 0 : 1;
      const yesPrice = tradePrice(listing, time, isBuy);
      return {
        slot,
        time,
        side,
        price: money(side === 0 ? yesPrice : 1 - yesPrice),
        size: money(size),
        taker: (side === 0) === isBuy ? 'BUY' : 'SELL',
        yesPrice: money(yesPrice),
        yesSide: isBuy ? 'buy' : 'sell',
        hash: `0x${toHex(`${listing.name} ${slot}`)}`,
      };
    });
}

/** Rows of the data service of these trades, which have all settled. */
export function tradeRows(listing: Listing, prints: readonly Print[]) {
  const { conditionId, tokens } = getIds(listing);
  const outcomes = getOutcomes(listing);
  return prints.map(({ slot, time, side, price, size, taker, hash }) => ({
    proxyWallet: toAddress(`user ${slot % 997}`),
    side: taker,
    asset: tokens[side],
    conditionId,
    size,
    price,
    timestamp: Math.floor(time / 1_000),
    title: getQuestion(listing),
    slug: listing.name,
    icon: 'https://example.com/image.png',
    eventSlug: getEventSlug(listing),
    outcome: outcomes[side],
    outcomeIndex: listsNoFirst(listing) ? 1 - side : side,
    name: '',
    pseudonym: 'Sim Trader',
    bio: '',
    profileImage: '',
    profileImageOptimized: '',
    transactionHash: hash,
  }));
}

/** The display price of a token: mid, else last trade, else null. */
export function displayPrice(listing: Listing, side: 0 | 1, t: number): number | null {
  const { mid, last } = quoteAt(listing, Math.min(t, listing.event.closeAt - 1));
  const yes = mid ?? last;
  return yes === null ? null : money(side === 0 ? yes : 1 - yes);
}
