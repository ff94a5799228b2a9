import { hash } from 'node:crypto';

/** The columns that the hash chain covers: all of a transfer but the hashes themselves. */
export interface ChainedRow {
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly scope: string;
  readonly idem: string;
  readonly reqHash: string;
  readonly src: string;
  readonly dst: string;
  readonly amount: number;
  readonly srcSeq: number;
  readonly srcAfter: number;
  readonly dstSeq: number;
  readonly dstAfter: number;
  readonly ref: string | null;
  readonly meta: string | null;
}

/** Stored form of a transfer. */
export interface TransferRow extends ChainedRow {
  /** Hash of the previous transfer. */
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
}

/** Hash before the first transfer. */
export const CHAIN_START = new Uint8Array(32);

/** The columns of a transfer that its hash covers, in the order of the table. */
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
 * The hash of a transfer: SHA-256 of the hash before it and the UTF-8 of a JSON array of the row's columns in
 * the order of the table. `docs/formats/accounts.md` lists them, so that others can check it.
 */
export function computeChainHash(before: Uint8Array, row: ChainedRow): Uint8Array {
  return hash(
    'sha256',
    Buffer.concat([before, Buffer.from(JSON.stringify(toChainedColumns(row)))]),
    'buffer',
  );
}
