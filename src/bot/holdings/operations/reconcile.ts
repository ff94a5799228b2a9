import Big from 'big.js';
import { type EpochMs, epochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { readPosition } from '../../orders/operations/bookings.ts';
import type { HoldingRow, HoldingTables } from '../rows.ts';
import { type AccountFill, type RecordedMarket, storeAccountFill } from './account-fills.ts';

/** How a record is brought to an end that fits the account. */
export interface Reconcile extends Omit<RecordedMarket, 'mode'> {
  /** `adopt`: the record becomes what the account holds; `forget`: it ends. */
  readonly action: 'adopt' | 'forget';
  /** Holding of the account now, signed decimal text; null: it could not be read, which only `forget` allows. */
  readonly size: string | null;
  /** Price of now, decimal text; null: none is known. */
  readonly price: string | null;
  readonly now: EpochMs;
}

export type ReconcileOutcome =
  | { readonly status: 'reconciled'; readonly before: string; readonly after: string }
  /** An order of the owner in the market is on its way: what the account holds is not known yet. */
  | { readonly status: 'order_open' };

/** Ends a difference by the owner's word. */
export const reconcile = operation(
  'bot.reconcile',
  (tables: HoldingTables, request: Reconcile): ReconcileOutcome => {
    const { orders, holdings } = tables;
    const { owner, venue, storeKey, botId, asset, action, size, price, now } = request;
    // Any order that is open, whenever it changed.
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
    // Shares that are left in the account after a record was forgotten are no bot's, so they are no difference.
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
