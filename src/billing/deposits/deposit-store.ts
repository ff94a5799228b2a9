import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { Arrival, Deposit, DepositState, ProviderId, RecordedDeposit } from './deposit.ts';

export interface DepositQuery {
  readonly state?: DepositState | undefined;
  readonly owner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DepositPage {
  /** Newest first. */
  readonly deposits: readonly Deposit[];
  /** Leads to older ones; null: there are none. */
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

/**
 * Deposits of every source. Every write is one transaction with its ledger entries and throws
 * {@link LedgerUnavailableError} when nothing can be stored.
 */
export interface DepositStore {
  /** Records money that arrived, once, and credits it or lets it wait. */
  record(arrival: Arrival): Promise<RecordedDeposit>;
  /** null: the cursor is not valid for this list. */
  list(query: DepositQuery): Promise<DepositPage | null>;
  find(id: string): Promise<Deposit | null>;
  countInReview(): Promise<DepositsInReview>;
  /** When the first deposit of a provider was recorded; null: there is none. */
  findFirstAt(provider: ProviderId): Promise<EpochMs | null>;
}
