import type { MicroUsd } from '../../domain/index.ts';
import type { Deposit, DepositState } from './deposit.ts';

export interface DepositQuery {
  readonly state?: DepositState | undefined;
  readonly owner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DepositPage {
  /** Deposits of the page, newest first. */
  readonly deposits: readonly Deposit[];
  /** Cursor of the next page; null: this is the last page. */
  readonly nextCursor: string | null;
}

export type DepositReleaseOutcome =
  | { readonly status: 'deposit_not_found' }
  /** Owner or amount differ from the deposit's, or the deposit can only be returned. */
  | { readonly status: 'conflict' }
  | { readonly status: 'released' | 'duplicate'; readonly amount: MicroUsd; readonly balance: MicroUsd };

export type ReturnOutcome =
  | { readonly status: 'deposit_not_found' }
  | { readonly status: 'returned' | 'duplicate'; readonly deposit: Deposit };
