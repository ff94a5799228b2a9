import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHAIN_START, computeChainHash } from '../hash-chain.ts';
import { type AuditFinding, type AuditReport, MAX_FINDINGS } from '../ledger-views.ts';
import type { AuditDepth } from './audit-decision.ts';
import type { AuditedAccount, AuditedTransfer, AuditPosition, AuditSnapshot } from './audit-queries.ts';

/** Number of rows that are read in one go, before the event loop may do other work. */
const ROWS_PER_PAGE = 200;

/**
 * Checks every invariant of the ledger on one consistent state, in pages so that a server can serve requests in
 * between. Each transfer is compared with the previous transfer of both its accounts, so memory does not grow with the
 * ledger.
 *
 * @param depth Range of transfers and accounts. Totals, holds and guards are checked at every depth.
 */
export async function auditLedger(snapshot: AuditSnapshot, depth: AuditDepth): Promise<AuditReport> {
  const audit = new Audit(snapshot);
  const start = depth === 'whole' ? null : await snapshot.findLastAudit();
  const touched = await audit.checkTransfers(start);
  await audit.checkOverdrawn();
  await (depth === 'recent' && start !== null ? audit.checkAccounts([...touched]) : audit.checkAllAccounts());
  await audit.checkTotals();
  await audit.checkHolds();
  await audit.checkGuards();
  return audit.report(start === null);
}

class Audit {
  readonly #snapshot: AuditSnapshot;
  readonly #findings: AuditFinding[] = [];
  #transfers = 0;
  #accounts = 0;
  #last: AuditPosition = { lastTransfer: 0, lastHash: CHAIN_START };
  #lastTs = 0;

  constructor(snapshot: AuditSnapshot) {
    this.#snapshot = snapshot;
  }

  /**
   * Checks the transfers after a position. @returns The accounts of these transfers; empty for a whole audit, which
   * checks every account anyway.
   */
  async checkTransfers(start: AuditPosition | null): Promise<ReadonlySet<string>> {
    const touched = new Set<string>();
    if (start !== null) await this.#resume(start);
    for (;;) {
      const page = await this.#snapshot.listTransfers(this.#last.lastTransfer, ROWS_PER_PAGE);
      for (const transfer of page) {
        this.#checkTransfer(transfer);
        if (start !== null) touched.add(transfer.src).add(transfer.dst);
      }
      if (page.length < ROWS_PER_PAGE) return touched;
      await nextTurn();
    }
  }

  async checkOverdrawn(): Promise<void> {
    for (const id of await this.#snapshot.listOverdrawn(MAX_FINDINGS)) {
      this.#addFinding('available', `${id} has less than its holds reserve`);
    }
  }

  /** Checks that the balance of every account equals the balance after its newest transfer. */
  async checkAllAccounts(): Promise<void> {
    let last = '';
    for (;;) {
      const page = await this.#snapshot.listAccounts(last, ROWS_PER_PAGE);
      for (const account of page) this.#checkAccount(account);
      last = page.at(-1)?.id ?? last;
      if (page.length < ROWS_PER_PAGE) return;
      await nextTurn();
    }
  }

  async checkAccounts(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += ROWS_PER_PAGE) {
      const page = await this.#snapshot.findAccounts(ids.slice(from, from + ROWS_PER_PAGE));
      for (const account of page) this.#checkAccount(account);
      await nextTurn();
    }
  }

  async checkTotals(): Promise<void> {
    const totals = await this.#snapshot.sumTotals();
    const { accounts, balances, steps, transfers, ownersByName: byName, ownersByKind: byKind } = totals;
    this.#accounts = accounts;
    if (balances !== 0)
      this.#addFinding('sum_of_balances', `all balances add up to ${balances} and not to 0`);
    if (steps !== 2 * transfers) {
      this.#addFinding('sequence', `accounts took part in ${steps} sides of ${transfers} transfers`);
    }
    if (byName.count !== byKind.count || byName.balance !== byKind.balance) {
      this.#addFinding(
        'float',
        `owner accounts hold ${byName.balance} by name and ${byKind.balance} by kind`,
      );
    }
  }

  async checkHolds(): Promise<void> {
    for (const { id, held, pending } of await this.#snapshot.listUnequalHolds(MAX_FINDINGS)) {
      this.#addFinding('holds', `${id} holds ${held} and its pending holds are ${pending}`);
    }
    for (const id of await this.#snapshot.listWrongCaptures(MAX_FINDINGS)) {
      this.#addFinding('captures', `hold ${id} and its transfer do not fit`);
    }
    for (const id of await this.#snapshot.listSharedCaptures(MAX_FINDINGS)) {
      this.#addFinding('captures', `transfer ${id} captured two holds`);
    }
  }

  /** Checks that the triggers and indexes exist that keep transfers append-only and their keys unique. */
  async checkGuards(): Promise<void> {
    for (const missing of await this.#snapshot.listMissingGuards()) this.#addFinding('append_only', missing);
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

  async #resume(start: AuditPosition): Promise<void> {
    const { lastTransfer, lastHash } = start;
    const known = lastTransfer === 0 ? CHAIN_START : await this.#snapshot.findHash(lastTransfer);
    if (known === null || !isEqual(known, lastHash)) {
      this.#addFinding('hash_chain', `transfer ${lastTransfer} is not what the last audit saw`);
    }
    this.#last = start;
  }

  #checkTransfer(row: AuditedTransfer): void {
    const { lastTransfer, lastHash } = this.#last;
    this.#transfers++;
    if (row.id !== lastTransfer + 1) this.#addFinding('sequence', `transfer ${lastTransfer + 1} is missing`);
    if (row.ts < this.#lastTs)
      this.#addFinding('time_order', `transfer ${row.id} is older than the one before it`);
    if (!isEqual(row.prevHash, lastHash)) {
      this.#addFinding('hash_chain', `transfer ${row.id} does not follow the one before it`);
    }
    if (!isEqual(row.hash, computeChainHash(row.prevHash, row))) {
      this.#addFinding('hash_chain', `transfer ${row.id} is not what was stored`);
    }
    const { amount } = row;
    this.#checkSide(
      row.id,
      { account: row.src, seq: row.srcSeq, before: row.srcBefore, after: row.srcAfter },
      -amount,
    );
    this.#checkSide(
      row.id,
      { account: row.dst, seq: row.dstSeq, before: row.dstBefore, after: row.dstAfter },
      amount,
    );
    this.#last = { lastTransfer: row.id, lastHash: row.hash };
    this.#lastTs = row.ts;
  }

  #checkSide(transfer: number, { account, seq, before, after }: Side, change: number): void {
    if (before === null) {
      this.#addFinding('sequence', `transfer ${transfer}: step ${seq - 1} of ${account} is missing`);
    } else if (before + change !== after) {
      this.#addFinding(
        'replay',
        `transfer ${transfer}: ${account} went from ${before} by ${change} to ${after}`,
      );
    }
  }

  #checkAccount({ id, balance, seq, after, hasLater }: AuditedAccount): void {
    if (after !== balance)
      this.#addFinding('replay', `${id} has ${balance} and its newest transfer left ${after}`);
    if (hasLater) this.#addFinding('sequence', `${id} has transfers after step ${seq}`);
  }

  #addFinding(invariant: AuditFinding['invariant'], message: string): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ invariant, message });
  }
}

/** The change of one account by a transfer. */
interface Side {
  readonly account: string;
  readonly seq: number;
  readonly before: number | null;
  readonly after: number;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
