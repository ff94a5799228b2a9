import Big from 'big.js';
import { type EpochMs, epochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import type { CredentialKey } from '../../../vault/vault-record.ts';
import type { AccountEvent, HeldMarket } from '../../execution/index.ts';
import type { PositionRow } from '../../orders/rows.ts';
import { computeDifference, isDifferent } from '../difference.ts';
import type { AccountRow, HoldingRow, HoldingTables } from '../rows.ts';
import { storeAccountFill } from './account-fills.ts';

/** A reading of an account that is to be stored and compared. */
export interface ReadingToStore extends CredentialKey {
  readonly account: string;
  readonly freeUsd: string | null;
  /** The markets that were read, with their assets. */
  readonly markets: readonly (HeldMarket & { readonly asset: string; readonly hasEnded: boolean })[];
  /** Events that the venue itself caused; empty when it was not asked. */
  readonly events: readonly AccountEvent[];
  /** Time since which changed orders may be missing from the reading or from the records. */
  readonly quietSince: EpochMs;
  readonly readAt: EpochMs;
  readonly nextAt: EpochMs;
}

/**
 * Stores the holdings of an account, explains differences from the records by events of the venue, and counts the
 * readings with an unexplained difference.
 */
export const storeReading = operation(
  'bot.storeReading',
  (tables: HoldingTables, reading: ReadingToStore): null => {
    const { holdings } = tables;
    const busy = new Set(holdings.listBusyMarkets(reading, reading.quietSince));
    const known = new Map(holdings.listHoldings(reading).map((row) => [row.storeKey, row]));
    for (const market of reading.markets) {
      if (!busy.has(market.storeKey) && !market.hasEnded)
        explain(tables, reading, market, known.get(market.storeKey));
    }
    const records = Map.groupBy(holdings.listRecords(reading), ({ storeKey }) => storeKey);
    for (const market of reading.markets) {
      const { storeKey } = market;
      storeHolding(tables, reading, market, {
        before: known.get(storeKey),
        records: records.get(storeKey) ?? [],
        isBusy: busy.has(storeKey),
      });
    }
    const before = holdings.findAccount(reading);
    const { owner, venue, account, freeUsd, readAt, nextAt } = reading;
    const since = before?.since ?? readAt;
    holdings.putAccount({ owner, venue, account, freeUsd, since, checkedAt: readAt, nextAt, problem: null });
    return null;
  },
);

/** Books the events that explain a market's difference, each of them once. */
function explain(
  { orders, holdings }: HoldingTables,
  { owner, venue, events }: ReadingToStore,
  { storeKey, size, asset }: ReadingToStore['markets'][number],
  before: HoldingRow | undefined,
): void {
  for (const event of events.filter((one) => one.storeKey === storeKey).toSorted((a, b) => a.t - b.t)) {
    if (holdings.findEvent({ owner, venue }, event.eventId) !== null) continue;
    const records = holdings.listRecords({ owner, venue }).filter((record) => record.storeKey === storeKey);
    const difference = computeDifference(size, before?.disowned ?? '0', records);
    const isExplained = event.side === 'sell' ? difference.lt(0) : difference.gt(0);
    if (!isExplained) continue;
    let left = min(difference.abs(), new Big(event.size));
    let booked = new Big(0);
    // An event reduces the largest record first.
    for (const record of listClosable(records, event)) {
      const part = min(left, new Big(record.size).abs());
      if (part.lte(0)) break;
      const share = part.div(event.size);
      const fee =
        event.venueFeeMicroUsd === null ? null : Number(share.times(event.venueFeeMicroUsd).round(0));
      const fill = { ...event, id: event.eventId, size: part.toFixed(), venueFeeMicroUsd: fee };
      storeAccountFill(orders, { ...record, owner, asset }, fill);
      left = left.minus(part);
      booked = booked.plus(part);
    }
    if (booked.eq(0)) continue;
    const { eventId, kind, t } = event;
    holdings.insertEvent({ owner, venue, eventId, kind, storeKey, t, booked: booked.toFixed() });
  }
}

/** Lists the records that an event reduces, the largest first. */
function listClosable(records: readonly PositionRow[], { side }: AccountEvent): PositionRow[] {
  return records
    .filter(({ size }) => (side === 'sell' ? Number(size) > 0 : Number(size) < 0))
    .toSorted((a, b) => new Big(b.size).abs().cmp(new Big(a.size).abs()) || (a.botId < b.botId ? -1 : 1));
}

function storeHolding(
  { holdings }: HoldingTables,
  { owner, venue, readAt }: ReadingToStore,
  { storeKey, asset, size, shares, hasEnded }: ReadingToStore['markets'][number],
  facts: {
    readonly before: HoldingRow | undefined;
    readonly records: readonly PositionRow[];
    readonly isBusy: boolean;
  },
): void {
  const { before, records, isBusy } = facts;
  const disowned = before?.disowned ?? '0';
  const found = computeDifference(size, disowned, records);
  // In an ended market nothing differs: its record is closed, while the account may keep shares until they are
  // redeemed.
  const differs = !hasEnded && isDifferent(venue, storeKey, found);
  // While an order is in progress, a difference proves nothing, so the earlier result stays.
  const difference = isBusy ? (before?.difference ?? '0') : differs ? found.toFixed() : '0';
  const differing = isBusy ? (before?.differing ?? 0) : differs ? (before?.differing ?? 0) + 1 : 0;
  const isEmpty = Number(size) === 0 && Number(disowned) === 0 && records.length === 0 && differing === 0;
  if (isEmpty && noShares(shares)) {
    if (before !== undefined) holdings.removeHolding({ owner, venue, storeKey });
    return;
  }
  const { yes = null, no = null } = shares ?? {};
  const row = { owner, venue, storeKey, asset, size, yes, no, disowned, difference, differing };
  holdings.putHolding({ ...row, checkedAt: epochMs(readAt) });
}

const noShares = (shares: HeldMarket['shares']) =>
  shares === undefined || (Number(shares.yes) === 0 && Number(shares.no) === 0);

const min = (a: Big, b: Big) => (a.lt(b) ? a : b);

/** Stores that an account could not be read. */
export const storeUnread = operation(
  'bot.storeUnread',
  (
    { holdings }: HoldingTables,
    { now, ...change }: CredentialKey & Pick<AccountRow, 'nextAt' | 'problem'> & { readonly now: EpochMs },
  ): null => {
    const before = holdings.findAccount(change);
    const unread = { account: null, freeUsd: null, since: now, checkedAt: null };
    holdings.putAccount({ ...unread, ...before, ...change });
    return null;
  },
);
