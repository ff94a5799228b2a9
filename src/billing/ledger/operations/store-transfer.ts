import { type EpochMs, epochMs, NO_MONEY } from '../../../domain/index.ts';
import type { AccountState } from '../account-state.ts';
import { mayGoNegative } from '../chart.ts';
import { type ChainedRow, computeChainHash } from '../hash-chain.ts';
import type { Posting, PostOutcome, Transfer } from '../posting.ts';
import { compareRequest, computeRequestHash, decidePosting } from '../posting-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { requireOpen } from './open.ts';

/** Converts a stored row to the transfer that callers see. */
export function toTransfer(row: ChainedRow): Transfer {
  return {
    id: row.id,
    ts: row.ts,
    type: row.type,
    scope: row.scope,
    idem: row.idem,
    src: row.src,
    dst: row.dst,
    amount: row.amount,
    ref: row.ref,
    ...(row.meta === null ? {} : { meta: JSON.parse(row.meta) as NonNullable<Transfer['meta']> }),
  };
}

/** Outcome of {@link storeTransfer}; the balances are those before any repayment of debts. */
export type StoreOutcome =
  | Exclude<PostOutcome, { readonly status: 'posted' }>
  | Omit<Extract<PostOutcome, { readonly status: 'posted' }>, 'owed'>;

/**
 * Decides and stores one posting without repaying debts. A posting that credits an owner has to go through
 * `postTransfer`, which repays them.
 *
 * @param now Wall clock, epoch ms; a transfer never gets a time before that of the previous transfer.
 * @param earlier The transfer with the key of the posting; passed by callers that have read it already.
 */
export function storeTransfer(
  rows: LedgerRows,
  posting: Posting,
  now: EpochMs,
  earlier: ChainedRow | null = rows.findTransfer(posting),
): StoreOutcome {
  const src = readAccount(rows, posting.src);
  const dst = readAccount(rows, posting.dst);
  const decision = decidePosting(posting, {
    keyUse: compareRequest(earlier, posting),
    src,
    dst,
    inCirculation: mayGoNegative(src.kind) ? rows.readInCirculation() : NO_MONEY,
  });
  switch (decision.status) {
    case 'duplicate':
      return {
        status: 'duplicate',
        transfer: toTransfer(decision.earlier),
        balances: { src: src.balance, dst: dst.balance },
      };
    case 'conflict':
      return { status: 'conflict', transfer: toTransfer(decision.earlier) };
    case 'insufficient':
    case 'ceiling':
      return decision;
    case 'post': {
      rows.putAccount(posting.src, decision.src);
      rows.putAccount(posting.dst, decision.dst);
      const row = insertTransfer(rows, posting, decision, now);
      return {
        status: 'posted',
        transfer: toTransfer(row),
        balances: { src: row.srcAfter, dst: row.dstAfter },
      };
    }
  }
}

/**
 * Requires that a posting was accepted. For postings that were decided on rows read in the same transaction: a refusal
 * means that the ledger is inconsistent, and the error rolls the transaction back.
 *
 * @param what Subject of the error: `the release of a deposit`.
 */
export function requirePosted<Outcome extends { readonly status: string }>(
  outcome: Outcome,
  what: string,
): Extract<Outcome, { readonly status: 'posted' }> {
  if (outcome.status !== 'posted') throw new Error(`the ledger refused ${what}: ${outcome.status}`);
  return outcome as Extract<Outcome, { readonly status: 'posted' }>;
}

function insertTransfer(
  rows: LedgerRows,
  posting: Posting,
  { src, dst }: { readonly src: AccountState; readonly dst: AccountState },
  now: EpochMs,
): ChainedRow {
  const head = requireOpen(rows);
  const row: ChainedRow = {
    id: head.lastTransfer + 1,
    ts: epochMs(Math.max(now, head.lastTs)),
    type: posting.type,
    scope: posting.scope,
    idem: posting.idem,
    reqHash: computeRequestHash(posting),
    src: posting.src,
    dst: posting.dst,
    amount: posting.amount,
    srcSeq: src.seq,
    srcAfter: src.balance,
    dstSeq: dst.seq,
    dstAfter: dst.balance,
    ref: posting.ref,
    meta: posting.meta === undefined ? null : JSON.stringify(posting.meta),
  };
  rows.insertTransfer({ ...row, prevHash: head.lastHash, hash: computeChainHash(head.lastHash, row) });
  return row;
}
