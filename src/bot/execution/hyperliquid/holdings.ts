import { type AssetRef, epochMs, findTextMember } from '../../../domain/index.ts';
import type { AccountEvent, AccountHoldings, EventQuery, HeldMarket } from '../account-readings.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { toDecimal, toDecimalText } from '../live/decimal.ts';
import { toHeldMarket } from '../live/held-market.ts';
import { toLegPrice } from '../live/leg.ts';
import { VenueReadError } from '../live/venue-read.ts';
import { feeMicroUsd } from './fills.ts';
import { queryInfo } from './info-query.ts';
import { MAX_ROWS } from './limits.ts';
import { type HyperliquidMarkets, toOutcomeCode } from './markets.ts';
import {
  accountFillsAnswer,
  balanceRow,
  clearinghouseAnswer,
  type EventFill,
  eventFill,
  positionRow,
  spotStateAnswer,
} from './wire.ts';

interface Options {
  readonly http: VenueHttp;
  readonly markets: HyperliquidMarkets;
  /** The account's address. */
  readonly user: string;
  readonly signal: AbortSignal;
}

const isPerp = ({ kind }: AssetRef) => kind === 'hl-perp';
const getCoin = ({ storeKey }: AssetRef) => storeKey.slice('perp-'.length);
const getDex = (coin: string) => (coin.includes(':') ? coin.split(':')[0]! : '');

/** Lists the dexes to be asked: the venue's own, and those of builders that list one of the markets. */
export function listDexes(refs: readonly AssetRef[]): ReadonlySet<string> {
  return new Set(['', ...refs.filter(isPerp).map((ref) => getDex(getCoin(ref)))]);
}

/** Reads the account's holdings in some markets: one query for each dex, and one for all outcomes. */
export async function readHoldings(
  refs: readonly AssetRef[],
  options: Options,
): Promise<Omit<AccountHoldings, 'account'>> {
  const perps = refs.filter(isPerp);
  const outcomes = refs.filter((ref) => !isPerp(ref));
  const coins = await readCoins(listDexes(refs), options);
  const { sizes, isUnread, freeUsd } = coins;
  const held = perps
    .filter((ref) => sizes.has(getCoin(ref)) || !isUnread(getCoin(ref)))
    .map((ref): HeldMarket => ({ storeKey: ref.storeKey, size: sizes.get(getCoin(ref)) ?? '0' }));
  return {
    freeUsd,
    markets: outcomes.length === 0 ? held : [...held, ...(await readShares(outcomes, options))],
  };
}

/** Finds the coin of a positions row that no schema has accepted; null: none. */
export function findPositionCoin(row: unknown): string | null {
  return findTextMember((row as { readonly position?: unknown } | null)?.position, 'coin');
}

/** Reads the sizes by coin in lower case, and for each coin whether an unreadable row may be about it. */
async function readCoins(dexes: ReadonlySet<string>, { http, user, signal }: Options) {
  const sizes = new Map<string, string>();
  const unread: ((coin: string) => boolean)[] = [];
  let freeUsd: string | null = null;
  for (const dex of dexes) {
    const query = { type: 'clearinghouseState', user, ...(dex === '' ? {} : { dex }) };
    const ofAccount = { purpose: 'account', account: user } as const;
    const { assetPositions, withdrawable } = await queryInfo(
      http,
      ofAccount,
      query,
      clearinghouseAnswer,
      signal,
    );
    if (dex === '') freeUsd = withdrawable ?? null;
    const positions = readAccountRows(http, assetPositions, positionRow, findPositionCoin);
    unread.push((coin) => getDex(coin) === dex && positions.hides(coin));
    for (const { position } of positions.rows) {
      sizes.set(position.coin.toLowerCase(), toDecimalText(toDecimal(position.szi)));
    }
  }
  return { sizes, isUnread: (coin: string) => unread.some((hides) => hides(coin)), freeUsd };
}

async function readShares(
  refs: readonly AssetRef[],
  { http, markets, user, signal }: Options,
): Promise<HeldMarket[]> {
  const query = { type: 'spotClearinghouseState', user };
  const ofAccount = { purpose: 'account', account: user } as const;
  const { balances } = await queryInfo(http, ofAccount, query, spotStateAnswer, signal);
  const readShares = (code: number) => {
    const row = balances.find((one) => findTextMember(one, 'coin') === `+${code}`);
    // An unreadable balance does not count as 0.
    if (row !== undefined && !balanceRow.accepts(row))
      throw new VenueReadError('venue_unavailable', `the balance of +${code} cannot be read`);
    return toDecimal(row?.total ?? 0);
  };
  const held: HeldMarket[] = [];
  for (const ref of refs) {
    const market = await markets.findOutcomeSides(ref);
    if (market === null) continue;
    const [yes, no] = [readShares(toOutcomeCode(market, 'yes')), readShares(toOutcomeCode(market, 'no'))];
    held.push(toHeldMarket(ref.storeKey, { yes, no }));
  }
  return held;
}

/** Reads liquidations and settlements: fills that no order of the account caused. */
export async function readEvents(
  { markets: refs, since }: EventQuery,
  options: Options,
): Promise<AccountEvent[]> {
  const { http, user, signal } = options;
  const ofAccount = { purpose: 'account', account: user, maxRows: MAX_ROWS } as const;
  const query = { type: 'userFillsByTime', user, startTime: since };
  const rows = await queryInfo(http, ofAccount, query, accountFillsAnswer, signal);
  const events: AccountEvent[] = [];
  for (const row of rows) {
    if (!eventFill.accepts(row)) {
      http.noteRefusedRow(eventFill.describeRefusal(row, null));
      continue;
    }
    const kind = findKind(row, user);
    const market = kind === null ? null : await findMarket(row.coin, refs, options.markets);
    if (kind === null || market === null) continue;
    const { storeKey, leg } = market;
    events.push({
      eventId: `fill:${row.tid}`,
      kind,
      storeKey,
      t: epochMs(row.time),
      // A sale of No is a purchase of Yes.
      side: (row.side === 'B') === (leg !== 'no') ? 'buy' : 'sell',
      size: toDecimalText(toDecimal(row.sz)),
      price: toDecimalText(leg === null ? toDecimal(row.px) : toLegPrice(leg, toDecimal(row.px))),
      venueFeeMicroUsd: feeMicroUsd(row.fee, row.feeToken, row.px),
    });
  }
  return events.filter(({ size }) => Number(size) > 0);
}

/**
 * Finds whether a fill is a settlement, or a liquidation of this user; null: neither. The account that took over the
 * position also gets a fill with `liquidation`, which is an ordinary trade.
 */
function findKind({ dir, liquidation }: EventFill, user: string): 'liquidation' | 'settlement' | null {
  if (dir === 'Settlement') return 'settlement';
  if (liquidation == null) return null;
  return liquidation.liquidatedUser.toLowerCase() === user.toLowerCase() ? 'liquidation' : null;
}

async function findMarket(
  coin: string,
  refs: readonly AssetRef[],
  markets: HyperliquidMarkets,
): Promise<{ readonly storeKey: string; readonly leg: 'yes' | 'no' | null } | null> {
  if (!coin.startsWith('#')) {
    const ref = refs.find((one) => isPerp(one) && getCoin(one) === coin.toLowerCase());
    return ref === undefined ? null : { storeKey: ref.storeKey, leg: null };
  }
  const code = Number(coin.slice(1));
  for (const ref of refs.filter((one) => !isPerp(one))) {
    const market = await markets.findOutcomeSides(ref);
    if (market === null || Math.floor(code / 10) !== market.outcome) continue;
    return { storeKey: ref.storeKey, leg: code % 10 === market.yesSide ? 'yes' : 'no' };
  }
  return null;
}
