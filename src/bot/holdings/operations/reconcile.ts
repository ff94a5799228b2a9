import Big from 'big.js';
import { type EpochMs, epochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { readPosition } from '../../orders/operations/bookings.ts';
import type { HoldingRow, HoldingTables } from '../rows.ts';
import { type AccountFill, type RecordedMarket, storeAccountFill } from './account-fills.ts';

/** The owner's decision about a record that differs from the account. */
export interface Reconcile extends Omit<RecordedMarket, 'mode'> {
  /** Change of the record. `adopt`: the account's holding becomes the record; `forget`: the record ends. */
  readonly action: 'adopt' | 'forget';
  /** Current holding of the account, signed decimal text; null: it could not be read, which only `forget` allows. */
  readonly size: string | null;
  /** Current price, decimal text; null: none is known. */
  readonly price: string | null;
  readonly now: EpochMs;
}

export type ReconcileOutcome =
  | { readonly status: 'reconciled'; readonly before: string; readonly after: string }
  /** Refused, because an order of the owner in this market is in progress, so the holding is not final. */
  | { readonly status: 'order_open' };

/** Changes a record as its owner decided, which ends its difference from the account. */
export const reconcile = operation(
  'bot.reconcile',
  (tables: HoldingTables, request: Reconcile): ReconcileOutcome => {
    const { orders, holdings } = tables;
    const { owner, venue, storeKey, botId, asset, action, size, price, now } = request;
    // Only open orders count here, and not those that changed recently.
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
    // After a record was forgotten, its shares stay in the account and belong to no bot, so they are no difference.
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
