import type { DatabaseSync } from 'node:sqlite';
import { Statements } from '../../storage/sqlite/procedure.ts';
import type { AuditDepth } from '../audit-depth.ts';
import { type AuditFinding, type AuditReport, MAX_FINDINGS } from '../ledger.ts';
import { CHAIN_START, chainHash } from '../posting.ts';
import { TRANSFER_COLUMNS, type TransferRow } from './transfer-rows.ts';

/** Rows between two places where the work may pause. */
const ROWS_PER_STEP = 200;

interface Checkpoint {
  readonly lastTransfer: number;
  readonly lastHash: Uint8Array;
}

/**
 * Checks every invariant of the ledger on one consistent state of the file, in steps so that a server can answer
 * in between. Each transfer is compared with the one before it of both its accounts, found through the index, so
 * memory does not grow with the ledger.
 *
 * @param depth What is said of all accounts at once is always checked.
 */
export function* auditSteps(db: DatabaseSync, depth: AuditDepth): Generator<void, AuditReport> {
  const audit = new Audit(db);
  const start = depth === 'whole' ? null : audit.lastCheckpoint();
  yield* audit.transfers(start);
  yield* audit.accounts(depth === 'recent' ? start : null);
  audit.totals();
  audit.holds();
  audit.guards();
  return audit.report(start === null);
}

class Audit {
  readonly #get: (sql: string) => ReturnType<Statements['get']>;
  readonly #findings: AuditFinding[] = [];
  #transfers = 0;
  #accounts = 0;
  #last: Checkpoint = { lastTransfer: 0, lastHash: CHAIN_START };

  constructor(db: DatabaseSync) {
    const statements = new Statements(db);
    this.#get = (sql) => statements.get(sql);
  }

  lastCheckpoint(): Checkpoint | null {
    const row = this.#get(
      'SELECT last_transfer AS lastTransfer, last_hash AS lastHash FROM ledger_audit ORDER BY id DESC LIMIT 1',
    ).get() as unknown as Checkpoint | undefined;
    return row ?? null;
  }

  *transfers(start: Checkpoint | null): Generator<void> {
    if (start !== null) this.#resume(start);
    let before = start?.lastHash ?? CHAIN_START;
    let lastId = start?.lastTransfer ?? 0;
    let lastTs = 0;
    for (;;) {
      const rows = this.#get(
        `SELECT ${TRANSFER_COLUMNS}, prev_hash AS prevHash, hash FROM transfer WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_STEP}`,
      ).all(lastId) as unknown as TransferRow[];
      for (const row of rows) {
        this.#transfers++;
        if (row.id !== lastId + 1) this.#find('sequence', `transfer ${lastId + 1} is missing`);
        if (row.ts < lastTs) this.#find('time_order', `transfer ${row.id} is older than the one before it`);
        if (!isEqual(row.prevHash, before)) {
          this.#find('hash_chain', `transfer ${row.id} does not follow the one before it`);
        }
        if (!isEqual(row.hash, chainHash(row.prevHash, row))) {
          this.#find('hash_chain', `transfer ${row.id} is not what was stored`);
        }
        this.#checkSide(row, row.src, row.srcSeq, row.srcAfter, -row.amount);
        this.#checkSide(row, row.dst, row.dstSeq, row.dstAfter, row.amount);
        before = row.hash;
        lastId = row.id;
        lastTs = row.ts;
      }
      this.#last = { lastTransfer: lastId, lastHash: before };
      if (rows.length < ROWS_PER_STEP) return;
      yield;
    }
  }

  /**
   * Every account stands where its newest transfer left it, and nothing came after that.
   *
   * @param start Only accounts with transfers after it are compared; null: all of them.
   */
  *accounts(start: Checkpoint | null): Generator<void> {
    let lastId = '';
    for (;;) {
      const rows = this.#get(
        `SELECT id, kind, balance, held, seq FROM account WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_STEP}`,
      ).all(lastId) as unknown as AccountRow[];
      for (const account of rows) {
        this.#accounts++;
        lastId = account.id;
        if (account.kind !== 'asset' && account.kind !== 'adjust' && account.balance - account.held < 0) {
          this.#find('available', `${account.id} has less than it owes`);
        }
        if (start === null) this.#checkNewest(account);
      }
      if (rows.length < ROWS_PER_STEP) break;
      yield;
    }
    if (start !== null) yield* this.#touchedAccounts(start);
  }

  totals(): void {
    const { sum, seqs } = this.#get(
      'SELECT COALESCE(SUM(balance), 0) AS sum, COALESCE(SUM(seq), 0) AS seqs FROM account',
    ).get() as { sum: number; seqs: number };
    if (sum !== 0) this.#find('sum_of_balances', `all balances add up to ${sum} and not to 0`);
    const { n } = this.#get('SELECT COUNT(*) AS n FROM transfer').get() as { n: number };
    if (seqs !== 2 * n) this.#find('sequence', `accounts took part in ${seqs} sides of ${n} transfers`);
    const { owners, total } = this.#get(
      `SELECT COUNT(*) AS owners, COALESCE(SUM(balance), 0) AS total FROM account WHERE id >= 'owner:' AND id < 'owner;'`,
    ).get() as { owners: number; total: number };
    const byKind = this.#get(
      `SELECT COUNT(*) AS owners, COALESCE(SUM(balance), 0) AS total FROM account WHERE kind = 'owner'`,
    ).get() as { owners: number; total: number };
    if (owners !== byKind.owners || total !== byKind.total) {
      this.#find('float', `owner accounts hold ${total} by name and ${byKind.total} by kind`);
    }
  }

  holds(): void {
    const differing = this.#get(
      `SELECT a.id, a.held, COALESCE(h.total, 0) AS pending FROM account a
         LEFT JOIN (SELECT owner, SUM(amount) AS total FROM hold WHERE state = 'pending' GROUP BY owner) h
           ON a.id = 'owner:' || h.owner
       WHERE a.held <> COALESCE(h.total, 0)
       UNION ALL
       SELECT 'owner:' || owner, 0, SUM(amount) FROM hold WHERE state = 'pending'
         AND 'owner:' || owner NOT IN (SELECT id FROM account) GROUP BY owner LIMIT ${MAX_FINDINGS}`,
    ).all() as unknown as { id: string; held: number; pending: number }[];
    for (const { id, held, pending } of differing) {
      this.#find('holds', `${id} holds ${held} and its pending holds are ${pending}`);
    }
    const captures = this.#get(
      `SELECT h.id, t.src, t.amount FROM hold h LEFT JOIN transfer t ON t.id = h.transfer_id
       WHERE (h.state = 'captured') <> (h.transfer_id IS NOT NULL)
          OR h.state = 'captured' AND (t.id IS NULL OR t.src <> 'owner:' || h.owner OR t.amount > h.amount)
       LIMIT ${MAX_FINDINGS}`,
    ).all() as unknown as { id: number }[];
    for (const { id } of captures) this.#find('captures', `hold ${id} and its transfer do not fit`);
    const twice = this.#get(
      `SELECT transfer_id AS id FROM hold WHERE transfer_id IS NOT NULL GROUP BY transfer_id HAVING COUNT(*) > 1
       LIMIT ${MAX_FINDINGS}`,
    ).all() as unknown as { id: number }[];
    for (const { id } of twice) this.#find('captures', `transfer ${id} captured two holds`);
  }

  /** What keeps the table append-only and its keys unique is still there. */
  guards(): void {
    const { triggers } = this.#get(
      `SELECT COUNT(*) AS triggers FROM sqlite_schema WHERE type = 'trigger'
         AND name IN ('transfer_no_update', 'transfer_no_delete')`,
    ).get() as { triggers: number };
    if (triggers !== 2)
      this.#find('append_only', 'the triggers that forbid changes of transfers are missing');
    const { unique } = this.#get(
      `SELECT COUNT(*) AS "unique" FROM pragma_index_list('transfer') WHERE "unique" = 1`,
    ).get() as { unique: number };
    if (unique < 3) this.#find('append_only', 'a unique index of transfers is missing');
  }

  report(whole: boolean): AuditReport {
    return {
      whole,
      accounts: this.#accounts,
      transfers: this.#transfers,
      findings: this.#findings,
      lastTransfer: this.#last.lastTransfer,
      lastHash: Buffer.from(this.#last.lastHash).toString('hex'),
    };
  }

  #resume({ lastTransfer, lastHash }: Checkpoint): void {
    const row = this.#get('SELECT hash FROM transfer WHERE id = ?').get(lastTransfer) as
      | { hash: Uint8Array }
      | undefined;
    const known = lastTransfer === 0 ? CHAIN_START : row?.hash;
    if (known === undefined || !isEqual(known, lastHash)) {
      this.#find('hash_chain', `transfer ${lastTransfer} is not what the last audit saw`);
    }
  }

  #checkSide(row: TransferRow, account: string, seq: number, after: number, change: number): void {
    const before = seq === 1 ? 0 : this.#findBalanceAfter(account, seq - 1);
    if (before === null)
      this.#find('sequence', `transfer ${row.id}: step ${seq - 1} of ${account} is missing`);
    else if (before + change !== after) {
      this.#find('replay', `transfer ${row.id}: ${account} went from ${before} by ${change} to ${after}`);
    }
  }

  #checkNewest({ id, balance, seq }: AccountRow): void {
    const after = seq === 0 ? 0 : this.#findBalanceAfter(id, seq);
    if (after !== balance) this.#find('replay', `${id} has ${balance} and its newest transfer left ${after}`);
    if (this.#findBalanceAfter(id, seq + 1) !== null)
      this.#find('sequence', `${id} has transfers after step ${seq}`);
  }

  *#touchedAccounts({ lastTransfer }: Checkpoint): Generator<void> {
    const touched = this.#get(
      `SELECT id, kind, balance, held, seq FROM account WHERE id IN
         (SELECT src FROM transfer WHERE id > ?1 UNION SELECT dst FROM transfer WHERE id > ?1)`,
    ).all(lastTransfer) as unknown as AccountRow[];
    for (const [i, account] of touched.entries()) {
      this.#checkNewest(account);
      if (i % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    }
  }

  #findBalanceAfter(account: string, seq: number): number | null {
    const row = this.#get(
      `SELECT src_after AS after FROM transfer WHERE src = ?1 AND src_seq = ?2
       UNION ALL SELECT dst_after FROM transfer WHERE dst = ?1 AND dst_seq = ?2`,
    ).get(account, seq) as { after: number } | undefined;
    return row?.after ?? null;
  }

  #find(invariant: AuditFinding['invariant'], message: string): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ invariant, message });
  }
}

interface AccountRow {
  readonly id: string;
  readonly kind: string;
  readonly balance: number;
  readonly held: number;
  readonly seq: number;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
