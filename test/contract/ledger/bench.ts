import {
  type AccountId,
  ADJUST_ADMIN,
  REVENUE_STREAM,
  REVENUE_TRADE_FEE,
  toAssetAccount,
  toOwnerAccount,
} from '../../../src/billing/ledger/chart.ts';
import type { Capture, ClawBack, HoldRequest, Reinstatement } from '../../../src/billing/ledger/ledger.ts';
import type { Posting } from '../../../src/billing/ledger/posting.ts';
import { epochMs } from '../../../src/domain/index.ts';
import type { SteppedLedger } from '../../support/ledger-steps.ts';

export const START = epochMs(1_763_700_000_000);
export const STRIPE = toAssetAccount('stripe');

/** Checks one promise on a ledger of its own, which is audited whole afterwards. */
export type Check = (name: string, body: (ledger: SteppedLedger, bench: Bench) => Promise<void>) => void;

export interface Bench {
  openAnother(): SteppedLedger;
  /** Changes the balance of an account without a transfer. */
  alter(account: AccountId, by: number): Promise<void>;
  setTime(ms: number): void;
  reopen(): Promise<SteppedLedger>;
}

export const toAmount = (amount: number) => amount as Posting['amount'];

export function credit(owner: string, amount: number, ref: string): Posting {
  const dst = toOwnerAccount(owner);
  return {
    scope: 'admin.credit',
    idem: ref,
    type: 'admin_credit',
    src: ADJUST_ADMIN,
    dst,
    amount: toAmount(amount),
    ref,
  };
}

export function charge(owner: string, amount: number, id: string): Posting {
  return {
    scope: 'stream',
    idem: id,
    type: 'stream_fee',
    src: toOwnerAccount(owner),
    dst: REVENUE_STREAM,
    amount: toAmount(amount),
    ref: id,
  };
}

export function buildDeposit(owner: string, amount: number, event: string): Posting {
  return {
    scope: 'wh:stripe',
    idem: event,
    type: 'deposit',
    src: STRIPE,
    dst: toOwnerAccount(owner),
    amount: toAmount(amount),
    ref: event,
  };
}

export function buildRefund(owner: string, amount: number, event: string): ClawBack {
  return { scope: 'wh:stripe', idem: event, owner, asset: STRIPE, amount: toAmount(amount), ref: event };
}

/** Builds the return of money of `refunds`. @param earlier Events that brought back parts of it before. */
export function buildReinstatement(
  owner: string,
  amount: number,
  event: string,
  { refunds, earlier = [] }: { readonly refunds: readonly string[]; readonly earlier?: readonly string[] },
): Reinstatement {
  const toEventKey = (idem: string) => ({ scope: 'wh:stripe', idem });
  return {
    ...buildRefund(owner, amount, event),
    clawBacks: refunds.map(toEventKey),
    earlier: earlier.map(toEventKey),
  };
}

export const toKey = (order: string) => ({ scope: 'trade:bot-1', idem: order });

export function buildHold(owner: string, amount: number, order: string): HoldRequest {
  return { ...toKey(order), owner, amount: toAmount(amount), expiresAt: epochMs(START + 60_000) };
}

export function buildCapture(order: string, amount: number): Capture {
  return {
    hold: toKey(order),
    amount: toAmount(amount),
    type: 'trade_fee',
    dst: REVENUE_TRADE_FEE,
    scope: 'trade.capture',
    idem: order,
    ref: order,
  };
}
