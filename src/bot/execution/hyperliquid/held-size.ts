import { findTextMember } from '../../../domain/index.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import type { OrderTicket } from '../execution-venue.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { toDecimal } from '../live/decimal.ts';
import type { SellableShares } from '../live/leg.ts';
import { VenueReadError } from '../live/venue-read.ts';
import type { Holding } from './build-order.ts';
import { findPositionCoin } from './holdings.ts';
import { queryInfo } from './info-query.ts';
import { type HyperliquidMarket, toOutcomeCode } from './markets.ts';
import { balanceRow, clearinghouseAnswer, positionRow, spotStateAnswer } from './wire.ts';

const NOTHING: Holding = { coins: toDecimal(0), yes: toDecimal(0), no: toDecimal(0) };

/** Account of a query, with the client that sends it. */
interface AccountQuery {
  readonly http: VenueHttp;
  /** Address whose holdings are read. */
  readonly user: string;
  readonly signal: AbortSignal;
}

/** Reads what the account holds in the market, if the order depends on it. */
export async function readHolding(
  ticket: OrderTicket,
  market: HyperliquidMarket,
  account: AccountQuery,
): Promise<Holding> {
  const { http, user, signal } = account;
  if (market.kind === 'outcome') {
    return { ...NOTHING, ...(await readHeldShares(market, account)) };
  }
  // Only an order that closes depends on the position.
  if (ticket.isClose !== true) return NOTHING;
  const dex = market.coin.includes(':') ? market.coin.split(':')[0] : undefined;
  const query = { type: 'clearinghouseState', user, ...(dex === undefined ? {} : { dex }) };
  const ofOrder = { purpose: 'prepare', account: user } as const;
  const { assetPositions } = await queryInfo(http, ofOrder, query, clearinghouseAnswer, signal);
  const positions = readAccountRows(http, assetPositions, positionRow, findPositionCoin);
  const found = positions.rows.find(({ position }) => position.coin === market.coin);
  if (found === undefined) positions.requireRead(market.coin);
  return { ...NOTHING, coins: toDecimal(found?.position.szi ?? 0) };
}

async function readHeldShares(
  market: Extract<HyperliquidMarket, { kind: 'outcome' }>,
  { http, user, signal }: AccountQuery,
): Promise<SellableShares> {
  const query = { type: 'spotClearinghouseState', user };
  const ofOrder = { purpose: 'prepare', account: user } as const;
  const { balances } = await queryInfo(http, ofOrder, query, spotStateAnswer, signal);
  const readShares = (leg: 'yes' | 'no') => {
    const coin = `+${toOutcomeCode(market, leg)}`;
    const row = balances.find((one) => findTextMember(one, 'coin') === coin);
    // An unreadable balance does not count as 0.
    if (row !== undefined && !balanceRow.accepts(row))
      throw new VenueReadError('venue_unavailable', `the balance of ${coin} cannot be read`);
    const locked = toDecimal(row?.hold ?? 0);
    return { free: toDecimal(row?.total ?? 0).minus(locked), locked };
  };
  const [yes, no] = [readShares('yes'), readShares('no')];
  return { yes: yes.free, no: no.free, locked: { yes: yes.locked, no: no.locked } };
}
