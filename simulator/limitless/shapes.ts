import { toAddress, toHex } from '../hex.ts';
import { type Listing, quoteAt, tradePrice, yesWon } from '../world/listing.ts';
import { monthDay, polymarketUpDownSlug, shortDate, toSlug, utcHour } from '../world/names.ts';
import { perListing } from '../world/per-listing.ts';
import { shownLadder } from '../world/sent-books.ts';
import { isSettled } from '../world/world.ts';
import { windowMembers, windowRules } from './window-members.ts';

const UNIT = 1_000_000;
const toToken = (name: string) => BigInt(`0x${toHex(name)}`).toString();
const price3 = (value: number) => Number(value.toFixed(4));

export const getTitle = perListing(({ event, leg }): string => {
  const { subject, closeAt } = event;
  switch (event.kind) {
    case 'threshold':
      return `$${subject.ticker} above ${leg.label} on ${monthDay(closeAt)}, ${utcHour(closeAt)}?`;
    case 'updown':
      return `${subject.ticker} Up or Down - ${event.series.startsWith('15m') ? '15 Min' : 'Hourly'}`;
    case 'single':
      return `Will ${subject.name} by ${monthDay(closeAt)}?`;
    default:
      return leg.label;
  }
});

export function getGroupSlug({ event }: Listing): string {
  return `${toSlug(event.subject.name)}-${event.openAt}`;
}

function buildMembers(listing: Listing, t: number) {
  const { event } = listing;
  const volume = Math.round(0.5 * listing.tape.volume(event.openAt, Math.min(t, event.closeAt)) * UNIT);
  return {
    description: getDescription(listing),
    createdAt: new Date(event.openAt).toISOString(),
    startAt: new Date(event.openAt).toISOString(),
    updatedAt: new Date(t).toISOString(),
    expirationDate: shortDate(event.closeAt),
    expirationTimestamp: event.closeAt,
    categories:
      event.kind === 'updown'
        ? ['Minutely', event.series.startsWith('15m') ? '15 min' : 'Hourly']
        : [event.subject.category],
    tags: ['Recurring'],
    status: isSettled(listing, t) ? 'RESOLVED' : 'FUNDED',
    expired: t >= event.closeAt,
    hidden: false,
    automationType: event.kind === 'updown' || event.kind === 'threshold' ? 'lumy' : 'manual',
    collateralToken: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6, symbol: 'USDC' },
    creator: {
      address: toAddress('creator'),
      imageURI: 'https://example.com/logo.svg',
      link: 'https://example.com',
      name: 'Limitless',
    },
    imageUrl: 'https://example.com/logo.svg',
    logo: 'https://example.com/logo.svg',
    volume: String(volume),
    volumeFormatted: (volume / UNIT).toFixed(6),
    priorityIndex: 10,
    proxyTitle: null,
    isOther: false,
    isRewardable: true,
  };
}

const getDescription = perListing((listing): string => {
  const { event, leg } = listing;
  const at = `${monthDay(event.closeAt)}, at ${utcHour(event.closeAt)}`;
  const window = leg.window?.('limitless');
  if (window !== undefined) return windowRules(listing, window);
  if (event.kind === 'threshold')
    return `<p>This market will resolve to "Yes" if the price of ${event.subject.name} on ${at} is above ${leg.label}.</p><p>Resolution source: ${event.subject.source}</p>`;
  return `<p>${event.subject.name}. Resolution source: ${event.subject.source}.</p>`;
});

interface LimitlessIds {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

const getIds = perListing(
  ({ name }): LimitlessIds => ({
    conditionId: `0x${toHex(`limitless ${name}`)}`,
    yes: toToken(`limitless yes ${name}`),
    no: toToken(`limitless no ${name}`),
  }),
);

export function marketObject(listing: Listing, t: number) {
  const { event, leg, name } = listing;
  const isResolved = isSettled(listing, t);
  const { bid, ask } = quoteAt(listing, Math.min(t, event.closeAt - 1));
  const low = bid ?? 0.001;
  const high = ask ?? 0.999;
  const mid = price3((low + high) / 2);
  const won = yesWon(listing);
  const payout = won ? [1, 0] : [0, 1];
  const isMirror = event.kind === 'updown';
  const window = leg.window?.('limitless');
  const priced = listing.isPool ? poolMembers(listing, mid) : bookMembers(listing, low, high);
  return {
    ...buildMembers(listing, t),
    ...priced,
    id: listing.id,
    slug: name,
    stableSlug: `${event.subject.ticker.toLowerCase()}-${event.series}`,
    title: getTitle(listing),
    conditionId: getIds(listing).conditionId,
    negRiskRequestId: event.kind === 'exclusive' ? `0x${toHex(`request ${name}`)}` : null,
    groupId: event.kind === 'exclusive' ? Math.floor(listing.id / 20) : null,
    marketType: 'single',
    tokens: { no: getIds(listing).no, yes: getIds(listing).yes },
    prices: isResolved ? payout : [mid, price3(1 - mid)],
    winningOutcomeIndex: isResolved ? (won ? 0 : 1) : null,
    payoutNumerators: isResolved ? payout : null,
    settings: {
      c: '3',
      creatorFeePct: 0,
      dailyReward: '500',
      maxSpread: 0.035,
      minSize: '100000000',
      rebateRate: '1',
      rewardsEpoch: '0.34',
      takerDelayMs: 0,
    },
    metadata: {
      fee: true,
      isBannered: false,
      isPolyArbitrage: false,
      shouldMarketMake: true,
      ...(leg.strike === null ? {} : { openPrice: leg.strike.toFixed(18) }),
      ...(isMirror ? { externalProvider: 'polymarket', externalSlug: polymarketUpDownSlug(event) } : {}),
      ...(isResolved && leg.strike !== null
        ? { resolvePrice: won ? leg.strike * 1.001 : leg.strike * 0.999 }
        : {}),
      ...(window === undefined ? {} : windowMembers(window, t, isResolved)),
    },
    priceOracleMetadata:
      event.subject.ticker === ''
        ? null
        : {
            assetType: 'CRYPTO',
            ticker: event.subject.ticker,
            name: event.subject.name,
            symbol: `Crypto.${event.subject.ticker}/USD`,
            chainlinkStreamUrl: null,
          },
  };
}

/** Newer markets take their fee in USDC by a contract of its own. */
export const FEE_MODULE = '0x5555555555555555555555555555555555555555';
export const hasCollateralFee = ({ event }: Listing) => event.kind === 'threshold';

function bookMembers(listing: Listing, bid: number, ask: number) {
  const pair = (yes: number, no: number) => [price3(yes), price3(no)];
  return {
    tradeType: 'clob',
    venue: {
      exchange: '0x05c748E2f4DcDe0ec9Fa8DDc40DE6b867f923fa5',
      adapter: null,
      ...(hasCollateralFee(listing) ? { feeModule: FEE_MODULE, feeModuleType: 'COLLATERAL' } : {}),
    },
    tradePrices: {
      buy: { market: pair(ask, 1 - bid), limit: pair(bid, 1 - ask) },
      sell: { market: pair(bid, 1 - ask), limit: pair(ask, 1 - bid) },
    },
  };
}

/** Members of a market that trades against a pool: an address of its own, liquidity and no book. */
function poolMembers(listing: Listing, yes: number) {
  const liquidity = Math.round(listing.depth * 10 * Math.min(yes, 1 - yes) * UNIT);
  return {
    tradeType: 'amm',
    venue: null,
    address: getPoolAddress(listing),
    liquidity: String(liquidity),
    liquidityFormatted: (liquidity / UNIT).toFixed(6),
  };
}

export const getPoolAddress = perListing(({ name }) => toAddress(`pool ${name}`));

/** One minute of the price that decides a market, as the venue's oracle saw it; prices times 10^18. */
export function oracleRow(listing: Listing, minute: number, now: number) {
  const { priceAt } = listing.event.subject;
  if (priceAt === undefined) return null;
  const at = (part: number) => priceAt(Math.min(now, minute + part * 59_999));
  const prices = [0, 0.25, 0.5, 0.75, 1].map(at);
  const units = (price: number) => BigInt(Math.round(price * 1e8)) * 10n ** 10n;
  return {
    timestamp: minute / 1_000,
    open: Number(units(prices[0]!)),
    high: Number(units(Math.max(...prices))),
    low: Number(units(Math.min(...prices))),
    close: Number(units(prices.at(-1)!)),
  };
}

/** A multi-outcome market: prices and tokens are with its children. */
export function groupObject(listings: readonly Listing[], t: number) {
  const [first] = listings;
  if (first === undefined) throw new Error('a group without markets');
  return {
    ...buildMembers(first, t),
    id: 5_000_000 + first.id,
    slug: getGroupSlug(first),
    title: first.event.subject.name,
    marketType: 'group',
    tradeType: 'group',
    negRiskMarketId: `0x${toHex(`group ${first.event.id}`)}`,
    outcomeTokens: listings.map(getTitle),
    ogImageURI: 'https://example.com/image.png',
    settings: null,
    metadata: { fee: true },
    markets: listings.map((listing) => marketObject(listing, t)),
  };
}

export function bookObject(listing: Listing, t: number, isCrossed: boolean) {
  const { bids, asks } = shownLadder(listing, t, isCrossed);
  const { mid } = quoteAt(listing, t);
  const rows = (levels: typeof bids, side: 'BUY' | 'SELL') =>
    levels.map(({ price, size }) => ({ price, size: Math.round(size * UNIT), side }));
  const { last } = quoteAt(listing, t);
  return {
    bids: rows(bids, 'BUY'),
    asks: rows(asks, 'SELL'),
    tokenId: getIds(listing).yes,
    adjustedMidpoint: price3(mid ?? 0.5),
    midpoint: price3(mid ?? 0.5),
    maxSpread: '0.035',
    minSize: '100000000',
    lastTradePrice: last,
  };
}

export function tradeRows(listing: Listing, t: number, limit: number) {
  return listing.tape
    .trades(listing.event.openAt, Math.min(t, listing.event.closeAt), limit)
    .map(({ slot, time, size, isBuy }) => {
      const price = tradePrice(listing, time, isBuy);
      return {
        createdAt: new Date(time).toISOString(),
        makerAmount: String(Math.round(price * size * UNIT)),
        takerAmount: String(Math.round(size * UNIT)),
        matchedSize: String(Math.round(size * UNIT)),
        price,
        side: isBuy ? 0 : 1,
        tokenId: getIds(listing).yes,
        txHash: `0x${toHex(`limitless ${listing.name} ${slot}`)}`,
        title: getTitle(listing),
        profile: { account: toAddress(`user ${slot % 499}`) },
      };
    });
}
