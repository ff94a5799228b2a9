import { hash } from 'node:crypto';
import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountId } from './chart.ts';
import type { EntryType } from './posting.ts';

/** The columns that the hash chain covers: all columns of a transfer except the hashes. */
export interface ChainedRow {
  readonly id: number;
  readonly ts: EpochMs;
  readonly type: EntryType;
  readonly scope: string;
  readonly idem: string;
  readonly reqHash: string;
  readonly src: AccountId;
  readonly dst: AccountId;
  readonly amount: MicroUsd;
  readonly srcSeq: number;
  readonly srcAfter: MicroUsd;
  readonly dstSeq: number;
  readonly dstAfter: MicroUsd;
  readonly ref: string | null;
  readonly meta: string | null;
}

/** Stored form of a transfer. */
export interface TransferRow extends ChainedRow {
  /** Hash of the previous transfer. */
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
}

/** Previous hash of the first transfer: 32 zero bytes. */
export const CHAIN_START = new Uint8Array(32);

/** Lists the columns that the hash of a transfer covers, in the order of the table. */
export function toChainedColumns(row: ChainedRow): (number | string | null)[] {
  return [
    row.id,
    row.ts,
    row.type,
    row.scope,
    row.idem,
    row.reqHash,
    row.src,
    row.dst,
    row.amount,
    row.srcSeq,
    row.srcAfter,
    row.dstSeq,
    row.dstAfter,
    row.ref,
    row.meta,
  ];
}

/**
 * Computes the hash of a transfer: SHA-256 of the previous hash and the UTF-8 of a JSON array of the row's columns in
 * the order of the table. `docs/formats/accounts.md` lists the columns, so that others can verify the chain.
 */
export function computeChainHash(before: Uint8Array, row: ChainedRow): Uint8Array {
  return hash(
    'sha256',
    Buffer.concat([before, Buffer.from(JSON.stringify(toChainedColumns(row)))]),
    'buffer',
  );
}
