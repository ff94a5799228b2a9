import type { Static, TSchema } from 'typebox';
import { type AssetRef, epochMs, findTextMember } from '../../../domain/index.ts';
import type { WireSchema } from '../../../upstream/client.ts';
import { findVenueTime } from '../../../venues/times.ts';
import type { AccountEvent, AccountHoldings, EventQuery, HeldMarket } from '../account-readings.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { type BigDecimal, max, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import { toHeldMarket } from '../live/held-market.ts';
import {
  balanceAnswer,
  positionRow,
  positionsPage,
  type Settlement,
  settlementRow,
  settlementsPage,
} from './wire.ts';

/** Reads one path on behalf of the account. @throws {VenueReadError} */
export type ReadPath = <Schema extends TSchema>(
  path: string,
  wire: WireSchema<Schema>,
) => Promise<Static<Schema>>;

type RowCounter = Parameters<typeof readAccountRows>[0];

/** Finds the ticker of a row that no schema has accepted; null: none. */
export const findTicker = (row: unknown): string | null => findTextMember(row, 'ticker');

const MAX_PAGES = 10;
const ROWS = 1_000;

/**
 * Reads the account's holdings in these markets. The venue states one number for each; below zero it counts No
 * contracts.
 */
export async function readHoldings(
  refs: readonly AssetRef[],
  read: ReadPath,
  http: RowCounter,
): Promise<Omit<AccountHoldings, 'account'>> {
  const positions = new Map<string, BigDecimal>();
  const unread: ((storeKey: string) => boolean)[] = [];
  let cursor = '';
  let isWhole = false;
  for (let page = 0; page < MAX_PAGES && !isWhole; page++) {
    const query = new URLSearchParams({ limit: String(ROWS), ...(cursor === '' ? {} : { cursor }) });
    const { market_positions, cursor: next } = await read(`/portfolio/positions?${query}`, positionsPage);
    const { rows, hides } = readAccountRows(http, market_positions, positionRow, findTicker);
    unread.push(hides);
    for (const { ticker, position_fp } of rows) {
      positions.set(ticker.toLowerCase(), toDecimal(position_fp));
    }
    cursor = next ?? '';
    isWhole = cursor === '';
  }
  const { balance } = await read('/portfolio/balance', balanceAnswer);
  const zero = toDecimal(0);
  return {
    freeUsd: toDecimalText(toDecimal(balance).div(100)),
    // A market may be missing from the list because its page or row was not read: its holding is then unknown and left
    // out.
    markets: refs
      .filter(
        ({ storeKey }) => positions.has(storeKey) || (isWhole && !unread.some((hides) => hides(storeKey))),
      )
      .map(({ storeKey }): HeldMarket => {
        const size = positions.get(storeKey) ?? zero;
        return toHeldMarket(storeKey, { yes: max(size, zero), no: max(size.neg(), zero) });
      }),
  };
}

/** Reads the settlements that the exchange has paid out. A market and a time name each of them. */
export async function readEvents(
  { markets: refs, since }: EventQuery,
  read: ReadPath,
  http: RowCounter,
): Promise<AccountEvent[]> {
  const query = new URLSearchParams({ limit: '200', min_ts: String(Math.floor(since / 1_000)) });
  const { settlements } = await read(`/portfolio/settlements?${query}`, settlementsPage);
  const keys = new Set(refs.map(({ storeKey }) => storeKey));
  return readAccountRows(http, settlements, settlementRow, findTicker).rows.flatMap((row) => {
    if (!keys.has(row.ticker.toLowerCase())) return [];
    const event = toEvent(row);
    return event === null ? [] : [event];
  });
}

function toEvent(row: Settlement): AccountEvent | null {
  const t = findVenueTime(row.settled_time);
  const size = toDecimal(row.yes_count_fp).minus(row.no_count_fp);
  const price = findPayout(row);
  if (t === null || price === null || size.eq(0)) return null;
  return {
    eventId: `settlement:${row.ticker}:${t}`,
    kind: 'settlement',
    storeKey: row.ticker.toLowerCase(),
    t: epochMs(t),
    side: size.gt(0) ? 'sell' : 'buy',
    size: toDecimalText(size.abs()),
    price: toDecimalText(price),
    venueFeeMicroUsd: row.fee_cost === undefined ? null : toMicro(toDecimal(row.fee_cost)),
  };
}

/** Finds the payout of one Yes contract in dollars; null: the market was void, or its value is not stated. */
function findPayout({ market_result, value }: Settlement): BigDecimal | null {
  if (market_result === 'yes') return toDecimal(1);
  if (market_result === 'no') return toDecimal(0);
  return market_result === 'scalar' && value != null ? toDecimal(value).div(100) : null;
}
