import type { AccountId } from '../ledger/chart.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';
import type { DepositSource, DepositState, ReviewReason, StoredState } from './deposit.ts';
import type { TakenReport } from './taken-back.ts';

/** Stored form of a deposit. */
export interface DepositRow {
  /** Number of the deposit, ascending in the order in which the engine stores deposits. */
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
  /** Amount in micro-USD; null: the value of the deposit is not known. */
  readonly microUsd: number | null;
  /** Amount that left the deposit while it waited, micro-USD. */
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
  /** Time when the operator took the paid-out deposit back, epoch ms; null: never. */
  readonly reversedAt: number | null;
}

/** A deposit before the engine numbers it. */
export type NewDeposit = Omit<DepositRow, 'seq'>;

/** A provider's report about money that was taken back, or a person's decision about it. */
export interface ReportRow extends TakenReport {
  readonly scope: string;
  /** Key of the transfer within its scope. */
  readonly idem: string;
  readonly paymentId: string | null;
  /** Owner that the report names, or whose balance it changed; null: none. */
  readonly owner: string | null;
  /** Id of the deposit; null: not known yet, or there is none. */
  readonly deposit: string | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Amount as decimal text in units of the currency. */
  readonly amount: string;
  /** Total in micro-USD; null: the currency is not counted. */
  readonly total: number | null;
  /** Change of the owner's balance, micro-USD; null: the report is pending. */
  readonly moved: number | null;
  /** Amount that the report took from the owner, debts included, micro-USD; negative: it gave money back. */
  readonly taken: number;
  /**
   * Amount by which the report reduced its deposit in review, micro-USD. For a deposit of unknown value: 1 if the
   * report returned the deposit.
   */
  readonly fromReview: number;
  /** Time of the creation, epoch ms. */
  readonly createdAt: number;
}

/** Reads that recording a deposit needs. */
export interface ArrivalRows {
  findByKey(key: IdempotencyKey): NewDeposit | null;
  findByObject(scope: string, objectId: string): NewDeposit | null;
  /** Sums the micro-USD that deposits credited to an owner on arrival, from a time until before another. */
  sumCredited(owner: string, from: number, before: number): number;
  /** Whether a deposit of a sender was credited or released to an owner. */
  hasPaid(sender: string, owner: string): boolean;
  insert(row: NewDeposit): void;
}

/** Sum that deposits credited to an owner. */
export interface CreditedSum {
  readonly owner: string;
  readonly total: number;
}

/** A sender and the owner who received its money. */
export interface Payment {
  readonly sender: string;
  readonly owner: string;
}

/** Rows of deposits within a transaction. Reports are listed in the order of their arrival. */
export interface DepositRows extends ArrivalRows {
  find(id: string): DepositRow | null;
  findByKey(key: IdempotencyKey): DepositRow | null;
  findByObject(scope: string, objectId: string): DepositRow | null;
  /** Finds the first deposit of a payment. */
  findByPayment(scope: string, paymentId: string): DepositRow | null;
  /** Lists the deposits whose key begins with the hash of one of the transactions. */
  listOfTransactions(scope: string, txHashes: readonly string[]): readonly DepositRow[];
  /** Lists the sum of {@link sumCredited} for each owner. */
  listCredited(owners: readonly string[], from: number, before: number): readonly CreditedSum[];
  /** Lists the payments for which {@link hasPaid} is true. */
  listPaid(payments: readonly Payment[]): readonly Payment[];
  /** Updates only amount and value of a deposit that sums up small amounts. */
  grow(row: DepositRow): void;
  /** Updates only state, owner, value, the amount taken back, and the times of resolution and reversal. */
  update(row: DepositRow): void;

  /** Sums the micro-USD of all deposits that were paid out to an owner. */
  sumPaid(owner: string): number;

  /** Lists all reports about an object of the provider. */
  listObjectReports(scope: string, objectId: string): readonly ReportRow[];
  /** Lists all reports that name the payment or the deposit. */
  listReports(of: ReportFilter): readonly ReportRow[];
  insertReport(row: ReportRow): void;
  /** Updates only payment, deposit and owner of a report, and the amounts that it moved. */
  updateReport(row: ReportRow): void;
}

/** Selects the reports about a payment or a deposit. */
export interface ReportFilter {
  readonly scope: string;
  readonly paymentId: string | null;
  readonly deposit: string | null;
}

export interface DepositFilter {
  readonly state: DepositState | null;
  readonly owner: string | null;
  /** Number of the deposit before which the page begins; lower numbers are listed. */
  readonly before: number;
  readonly limit: number;
}

/** Rows of deposits that are committed. */
export interface DepositQueries {
  find(id: string): Promise<DepositRow | null>;
  /** Lists the deposits that a filter selects, newest first. */
  list(filter: DepositFilter): Promise<readonly DepositRow[]>;
  /** Finds when the first deposit of a scope was recorded, epoch ms; null: none. */
  findFirstAt(scope: string): Promise<number | null>;
}
