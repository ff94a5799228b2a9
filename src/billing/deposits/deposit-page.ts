import type { MicroUsd } from '../../domain/index.ts';
import type { Deposit, DepositState } from './deposit.ts';

export interface DepositQuery {
  readonly state?: DepositState | undefined;
  readonly owner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DepositPage {
  /** Deposits, newest first. */
  readonly deposits: readonly Deposit[];
  /** Cursor of the next page; null: none. */
  readonly nextCursor: string | null;
}

export type DepositReleaseOutcome =
  | { readonly status: 'deposit_not_found' }
  /** Another owner or amount than the deposit's, or one that can only be returned. */
  | { readonly status: 'conflict' }
  | { readonly status: 'released' | 'duplicate'; readonly amount: MicroUsd; readonly balance: MicroUsd };

export type ReturnOutcome =
  | { readonly status: 'deposit_not_found' }
  | { readonly status: 'returned' | 'duplicate'; readonly deposit: Deposit };

/** How many deposits wait for a review. */
export interface DepositsInReview {
  readonly held: number;
  readonly unattributed: number;
}
