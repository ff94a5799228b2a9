import type { PostOutcome } from '../billing/ledger.ts';
import type { VoucherRequest } from '../billing/vouchers.ts';
import type { MicroUsd } from '../domain/index.ts';
import type { AdminAction } from './admin-actions.ts';

export interface Credit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Names the credit for ever, over all owners. */
  readonly ref: string;
}

/** What only the operator does to money and switches; each is stored together with who did it. */
export interface Operator {
  credit(credit: Credit, by: Omit<AdminAction, 'at'>): Promise<PostOutcome>;
  /** @returns The codes; they are shown once. */
  issueVouchers(request: VoucherRequest, by: Omit<AdminAction, 'at'>): Promise<readonly string[]>;
  /** Whether all trading is halted. */
  globalKill(): boolean;
  setGlobalKill(value: boolean, by: Omit<AdminAction, 'at'>): Promise<void>;
}
