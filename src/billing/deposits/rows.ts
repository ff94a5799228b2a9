import type { AccountId } from '../chart.ts';
import type { IdempotencyKey } from '../ledger.ts';
import type { DepositSource, DepositState, ReviewReason } from './deposit.ts';
import type { ReversalEffect } from './reversal.ts';

/** A deposit as it is stored. */
export interface DepositRow {
  /** The engine numbers deposits in the order in which they are stored. */
  readonly seq: number;
  readonly id: string;
  readonly state: DepositState;
  readonly reason: ReviewReason | null;
  readonly source: DepositSource;
  /** With `idem`, the key of its transfer. Unique. */
  readonly scope: string;
  readonly idem: string;
  readonly account: AccountId;
  readonly owner: string | null;
  readonly currency: string;
  readonly amount: string;
  /** null: it is not counted. */
  readonly microUsd: number | null;
  /** Amount that went back outside while the deposit waited. */
  readonly takenBack: number;
  readonly eventId: string | null;
  /** Unique within the scope. */
  readonly objectId: string | null;
  readonly paymentId: string | null;
  readonly chain: string | null;
  readonly token: string | null;
  readonly from: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

/** The engine numbers it. */
export type NewDeposit = Omit<DepositRow, 'seq'>;

/** The amount that one event adds to a refund, a dispute or a reinstatement. */
export interface ReversalRow {
  readonly scope: string;
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly eventId: string;
  readonly idem: string;
  readonly paymentId: string | null;
  readonly owner: string | null;
  /** Id of the deposit that it belongs to; null: not known yet, or of none. */
  readonly deposit: string | null;
  readonly amount: number;
  /** null: pending. */
  readonly moved: number | null;
  /** By how much it changed the review of its deposit, without sign. */
  readonly fromReview: number;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Everything that was taken back or given back for one object so far, in a currency that is not counted. */
export interface UncountedReversalRow {
  readonly scope: string;
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly paymentId: string;
  /** In capitals. */
  readonly currency: string;
  /** Decimal text in units of the currency. */
  readonly total: string;
  /** Id of the deposit that went back because of it; null: none did. */
  readonly deposit: string | null;
  /** Epoch ms. */
  readonly updatedAt: number;
}

/** Reads that recording a deposit needs. */
export interface ArrivalRows {
  findByKey(key: IdempotencyKey): NewDeposit | null;
  findByObject(scope: string, objectId: string): NewDeposit | null;
  /** Micro-USD that deposits credited an owner at once, from a time until before another. */
  sumCredited(owner: string, from: number, before: number): number;
  /** Whether a deposit of a sender was credited or released to an owner. */
  hasPaid(sender: string, owner: string): boolean;
  insert(row: NewDeposit): void;
}

/** Sum that deposits credited to an owner, micro-USD. */
export interface CreditedSum {
  readonly owner: string;
  readonly total: number;
}

/** A sender and the owner who received its money. */
export interface Payment {
  readonly sender: string;
  readonly owner: string;
}

/** Rows of deposits within a transaction. Reversals come oldest first. */
export interface DepositRows extends ArrivalRows {
  find(id: string): DepositRow | null;
  findByKey(key: IdempotencyKey): DepositRow | null;
  findByObject(scope: string, objectId: string): DepositRow | null;
  /** The first deposit of a payment. */
  findByPayment(scope: string, paymentId: string): DepositRow | null;
  /** Deposits whose key begins with the hash of one of the transactions. */
  listOfTransactions(scope: string, txHashes: readonly string[]): readonly DepositRow[];
  /** As {@link sumCredited} for each of the owners. */
  listCredited(owners: readonly string[], from: number, before: number): readonly CreditedSum[];
  /** The payments for which {@link hasPaid} is true. */
  listPaid(payments: readonly Payment[]): readonly Payment[];
  /** Changes only amount and value: of a sum of small amounts. */
  grow(row: DepositRow): void;
  /** Changes only state, owner, value, the amount taken back and the time of resolution. */
  update(row: DepositRow): void;

  listReversals(scope: string, effect: ReversalEffect, objectId: string): readonly ReversalRow[];
  listPendingReversals(scope: string, paymentId: string): readonly ReversalRow[];
  /**
   * Reversals with the deposit's id, and pending ones of its payment. Reversals that older versions took from the owner
   * instead have no deposit's id and are left out.
   */
  listRelatedReversals(deposit: Pick<DepositRow, 'scope' | 'id' | 'paymentId'>): readonly ReversalRow[];
  insertReversal(row: ReversalRow): void;
  /** Changes only its state, its deposit and its owner. */
  updateReversal(row: ReversalRow): void;

  findUncountedReversal(scope: string, effect: ReversalEffect, objectId: string): UncountedReversalRow | null;
  /** All of a payment. */
  listUncountedReversals(scope: string, paymentId: string): readonly UncountedReversalRow[];
  /** In place of the one of the same effect and object. */
  putUncountedReversal(row: UncountedReversalRow): void;
}

export interface DepositFilter {
  readonly state: DepositState | null;
  readonly owner: string | null;
  /** Only deposits with a smaller number. */
  readonly before: number;
  readonly limit: number;
}

/** Rows of deposits that are committed. */
export interface DepositQueries {
  find(id: string): Promise<DepositRow | null>;
  /** Newest first. */
  list(filter: DepositFilter): Promise<readonly DepositRow[]>;
  count(state: DepositState): Promise<number>;
  /** Epoch ms of the first deposit of a scope; null: there is none. */
  findFirstAt(scope: string): Promise<number | null>;
}
