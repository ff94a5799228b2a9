import type { AccountId } from '../ledger/chart.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';
import type { DepositSource, DepositState, ReviewReason, StoredState } from './deposit.ts';
import type { TakenReport } from './taken-back.ts';

/** Stored form of a deposit. */
export interface DepositRow {
  /** The engine numbers deposits in the order in which they are stored. */
  readonly seq: number;
  readonly id: string;
  readonly state: StoredState;
  readonly reason: ReviewReason | null;
  readonly source: DepositSource;
  /** Scope of the transfer; with `idem` its unique key. */
  readonly scope: string;
  readonly idem: string;
  readonly account: AccountId;
  readonly owner: string | null;
  readonly currency: string;
  readonly amount: string;
  /** Amount in micro-USD; null: the deposit is not counted. */
  readonly microUsd: number | null;
  /** Amount that went back outside while the deposit waited. */
  readonly takenBack: number;
  readonly eventId: string | null;
  /** Id of the provider's object, unique within the scope. */
  readonly objectId: string | null;
  readonly paymentId: string | null;
  readonly chain: string | null;
  readonly token: string | null;
  readonly from: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** Time of the creation, epoch ms. */
  readonly createdAt: number;
  readonly resolvedAt: number | null;
  /** Time when the operator took the deposit back after it was paid out, epoch ms; null: never. */
  readonly reversedAt: number | null;
}

/** A deposit before the engine numbers it. */
export type NewDeposit = Omit<DepositRow, 'seq'>;

/** One report about money that was taken back, or a decision of a person about it. */
export interface ReportRow extends TakenReport {
  readonly scope: string;
  /** Key of the transfer within the scope of its kind. */
  readonly idem: string;
  readonly paymentId: string | null;
  /** The owner that it names, or from whom it took. */
  readonly owner: string | null;
  /** Id of the deposit of the report; null: not known yet, or no deposit. */
  readonly deposit: string | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Amount as decimal text in units of the currency. */
  readonly amount: string;
  /** Total in micro-USD; null: not counted. */
  readonly total: number | null;
  /** Change of the owner's balance; null: pending. */
  readonly moved: number | null;
  /** Amount that the report took from the owner, debts included; negative: it gave back. */
  readonly taken: number;
  /**
   * Amount by which the report lowered the review of its deposit. A deposit without value: 1 when it returned the
   * whole.
   */
  readonly fromReview: number;
  /** Time of the creation, epoch ms. */
  readonly createdAt: number;
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

/** Rows of deposits within a transaction. Reports come in the order of their arrival. */
export interface DepositRows extends ArrivalRows {
  find(id: string): DepositRow | null;
  findByKey(key: IdempotencyKey): DepositRow | null;
  findByObject(scope: string, objectId: string): DepositRow | null;
  /** The first deposit of a payment. */
  findByPayment(scope: string, paymentId: string): DepositRow | null;
  /** Deposits whose key begins with the hash of one of the transactions. */
  listOfTransactions(scope: string, txHashes: readonly string[]): readonly DepositRow[];
  /** Lists the sums of {@link sumCredited} for each of the owners. */
  listCredited(owners: readonly string[], from: number, before: number): readonly CreditedSum[];
  /** The payments for which {@link hasPaid} is true. */
  listPaid(payments: readonly Payment[]): readonly Payment[];
  /** Changes only amount and value: of a sum of small amounts. */
  grow(row: DepositRow): void;
  /** Changes only state, owner, value, the amount taken back, and the times of resolution and reversal. */
  update(row: DepositRow): void;

  /** Micro-USD of all deposits that were paid out to an owner. */
  sumPaid(owner: string): number;

  /** Lists all reports about an object of the provider. */
  listObjectReports(scope: string, objectId: string): readonly ReportRow[];
  /** Lists all reports that name the payment or the deposit. */
  listReports(of: ReportFilter): readonly ReportRow[];
  insertReport(row: ReportRow): void;
  /** Changes the payment, deposit and owner of a report, and the amounts that it moved. */
  updateReport(row: ReportRow): void;
}

/** Names the reports about a payment or a deposit. */
export interface ReportFilter {
  readonly scope: string;
  readonly paymentId: string | null;
  readonly deposit: string | null;
}

export interface DepositFilter {
  readonly state: DepositState | null;
  readonly owner: string | null;
  /** Number below which deposits are listed. */
  readonly before: number;
  readonly limit: number;
}

/** Rows of deposits that are committed. */
export interface DepositQueries {
  find(id: string): Promise<DepositRow | null>;
  /** Lists rows, newest first. */
  list(filter: DepositFilter): Promise<readonly DepositRow[]>;
  count(state: DepositState): Promise<number>;
  /** Epoch ms of the first deposit of a scope; null: none. */
  findFirstAt(scope: string): Promise<number | null>;
}
