import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
import { type AccountId, mayGoNegative } from '../chart.ts';
import type { EntryType, IdempotencyKey, Posting, PostOutcome, Transfer } from '../ledger.ts';
import {
  CHAIN_START,
  type ChainedRow,
  chainedColumns,
  chainHash,
  decidePosting,
  requestHash,
} from '../posting.ts';
import { readAccount, readInCirculation, writeAccount } from './accounts.ts';

/** The columns of `transfer` under the names that the chain of hashes uses. */
export const TRANSFER_COLUMNS = `id, ts, type, scope, idem, req_hash AS reqHash, src, dst, amount, src_seq AS srcSeq,
  src_after AS srcAfter, dst_seq AS dstSeq, dst_after AS dstAfter, ref, meta`;

export type TransferRow = ChainedRow & { readonly prevHash: Uint8Array; readonly hash: Uint8Array };

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

export function findTransferRow(tx: Transaction, { scope, idem }: IdempotencyKey): ChainedRow | null {
  const row = tx
    .get(`SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE scope = ? AND idem = ?`)
    .get(scope, idem);
  return (row as ChainedRow | undefined) ?? null;
}

/** What {@link storeTransfer} did; balances are those before any repayment. */
export type StoreOutcome =
  | Exclude<PostOutcome, { readonly status: 'posted' }>
  | Omit<Extract<PostOutcome, { readonly status: 'posted' }>, 'repaid'>;

/**
 * Decides and stores one posting alone. Whoever credits an owner goes through `postTransfer`, which repays debts.
 *
 * @param now Wall clock; the ledger's times never go backwards.
 */
export function storeTransfer(tx: Transaction, posting: Posting, now: number): StoreOutcome {
  const earlier = findTransferRow(tx, posting);
  const src = readAccount(tx, posting.src);
  const dst = readAccount(tx, posting.dst);
  const decision = decidePosting(posting, {
    earlierRequest: earlier?.reqHash ?? null,
    src,
    dst,
    inCirculation: mayGoNegative(src.kind) ? readInCirculation(tx) : 0,
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
      writeAccount(tx, posting.src, decision.src);
      writeAccount(tx, posting.dst, decision.dst);
      const row = insertTransfer(tx, posting, decision, now);
      return {
        status: 'posted',
        transfer: toTransfer(row),
        balances: { src: row.srcAfter as MicroUsd, dst: row.dstAfter as MicroUsd },
      };
    }
  }
}

function insertTransfer(
  tx: Transaction,
  posting: Posting,
  {
    src,
    dst,
  }: { readonly src: { balance: number; seq: number }; readonly dst: { balance: number; seq: number } },
  now: number,
): ChainedRow {
  const last = tx.get('SELECT id, ts, hash FROM transfer ORDER BY id DESC LIMIT 1').get() as
    | { id: number; ts: number; hash: Uint8Array }
    | undefined;
  const row: ChainedRow = {
    id: (last?.id ?? 0) + 1,
    ts: Math.max(now, last?.ts ?? 0),
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
  const before = last?.hash ?? CHAIN_START;
  tx.get(
    `INSERT INTO transfer (id, ts, type, scope, idem, req_hash, src, dst, amount, src_seq, src_after, dst_seq,
       dst_after, ref, meta, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(...chainedColumns(row), before, chainHash(before, row));
  return row;
}
