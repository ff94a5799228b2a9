import Big from 'big.js';
import { type EpochMs, epochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { readPosition } from '../../orders/operations/bookings.ts';
import type { HoldingRow, HoldingTables } from '../rows.ts';
import { type AccountFill, type RecordedMarket, storeAccountFill } from './account-fills.ts';

/** The owner's choice of how a record is made to fit the account. */
export interface Reconcile extends Omit<RecordedMarket, 'mode'> {
  /** Change of the record. `adopt`: it becomes the account's holding; `forget`: it ends. */
  readonly action: 'adopt' | 'forget';
  /** Present holding of the account, signed decimal text; null: it could not be read, which only `forget` allows. */
  readonly size: string | null;
  /** Present price, decimal text; null: none is known. */
  readonly price: string | null;
  readonly now: EpochMs;
}

export type ReconcileOutcome =
  | { readonly status: 'reconciled'; readonly before: string; readonly after: string }
  /** Refused, because an order of the owner in the market is in progress: the holding is not known yet. */
  | { readonly status: 'order_open' };

/** Ends the difference between a record and the account by the owner's choice. */
export const reconcile = operation(
  'bot.reconcile',
  (tables: HoldingTables, request: Reconcile): ReconcileOutcome => {
    const { orders, holdings } = tables;
    const { owner, venue, storeKey, botId, asset, action, size, price, now } = request;
    // Open orders count here whenever they changed.
    if (holdings.listBusyMarkets({ owner, venue }, Number.MAX_SAFE_INTEGER).includes(storeKey)) {
      return { status: 'order_open' };
    }
    const holder = { ...request, mode: 'live' } as const;
    const before = readPosition(orders, holder).size;
    const others = holdings
      .listRecords({ owner, venue })
      .filter((record) => record.storeKey === storeKey && record.botId !== botId);
    const ofOthers = others.reduce((sum, record) => sum.plus(record.size), new Big(0));
    const after = action === 'forget' || size === null ? new Big(0) : new Big(size).minus(ofOthers);
    const change = after.minus(before);
    if (!change.eq(0)) {
      const fill: AccountFill = {
        kind: action === 'adopt' ? 'adopted' : 'reconciled',
        id: String(now),
        t: now,
        side: change.gt(0) ? 'buy' : 'sell',
        size: change.abs().toFixed(),
        price: action === 'adopt' ? price : null,
        venueFeeMicroUsd: 0,
      };
      storeAccountFill(orders, holder, fill);
    }
    const known = holdings.findHolding({ owner, venue, storeKey });
    const held = size ?? known?.size ?? '0';
    // Shares that stay in the account after a record was forgotten belong to no bot, so they are no difference.
    const disowned = action === 'forget' ? new Big(held).minus(ofOthers).toFixed() : '0';
    const settled = { size: held, disowned, difference: '0', differing: 0 };
    const row: HoldingRow = known ?? {
      owner,
      venue,
      storeKey,
      asset,
      ...settled,
      yes: null,
      no: null,
      checkedAt: epochMs(now),
    };
    holdings.putHolding({ ...row, ...settled });
    return { status: 'reconciled', before, after: after.toFixed() };
  },
);
