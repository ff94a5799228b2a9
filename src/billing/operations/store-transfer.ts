import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import { type AccountId, mayGoNegative } from '../chart.ts';
import type { EntryType, Posting, PostOutcome, Transfer } from '../ledger.ts';
import { type ChainedRow, chainHash, decidePosting, requestHash } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { readAccount } from './accounts.ts';
import { requireOpen } from './open.ts';

export function toTransfer(row: ChainedRow): Transfer {
  return {
    id: row.id,
    ts: row.ts as EpochMs,
    type: row.type as EntryType,
    scope: row.scope,
    idem: row.idem,
    src: row.src as AccountId,
    dst: row.dst as AccountId,
    amount: row.amount as MicroUsd,
    ref: row.ref,
    ...(row.meta === null ? {} : { meta: JSON.parse(row.meta) as NonNullable<Transfer['meta']> }),
  };
}

/** What {@link storeTransfer} did; balances are those before any repayment. */
export type StoreOutcome =
  | Exclude<PostOutcome, { readonly status: 'posted' }>
  | Omit<Extract<PostOutcome, { readonly status: 'posted' }>, 'owed'>;

/**
 * Decides and stores one posting alone. Whoever credits an owner goes through `postTransfer`, which repays debts.
 *
 * @param now Wall clock; the ledger's times never go backwards.
 */
export function storeTransfer(rows: LedgerRows, posting: Posting, now: number): StoreOutcome {
  const earlier = rows.findTransfer(posting);
  const src = readAccount(rows, posting.src);
  const dst = readAccount(rows, posting.dst);
  const decision = decidePosting(posting, {
    earlierRequest: earlier?.reqHash ?? null,
    src,
    dst,
    inCirculation: mayGoNegative(src.kind) ? rows.readInCirculation() : 0,
  });
  switch (decision.status) {
    case 'duplicate':
      return {
        status: 'duplicate',
        transfer: toTransfer(earlier as ChainedRow),
        balances: { src: src.balance as MicroUsd, dst: dst.balance as MicroUsd },
      };
    case 'conflict':
      return { status: 'conflict', transfer: toTransfer(earlier as ChainedRow) };
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
        balances: { src: row.srcAfter as MicroUsd, dst: row.dstAfter as MicroUsd },
      };
    }
  }
}

function insertTransfer(
  rows: LedgerRows,
  posting: Posting,
  {
    src,
    dst,
  }: { readonly src: { balance: number; seq: number }; readonly dst: { balance: number; seq: number } },
  now: number,
): ChainedRow {
  const head = requireOpen(rows);
  const row: ChainedRow = {
    id: head.lastTransfer + 1,
    ts: Math.max(now, head.lastTs),
    type: posting.type,
    scope: posting.scope,
    idem: posting.idem,
    reqHash: requestHash(posting),
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
  rows.insertTransfer({ ...row, prevHash: head.lastHash, hash: chainHash(head.lastHash, row) });
  return row;
}
