import { type EpochMs, epochMs } from '../../domain/index.ts';
import type { SqlValue } from '../../storage/statements.ts';

/** Cuts a time to the range of a 64-bit column: a window may end at any number. */
export function clampMs(ms: number): number {
  return Math.trunc(Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/** Reads a column of epoch ms that may be missing. */
export function toOptionalMs(value: SqlValue | undefined): EpochMs | null {
  return value === null || value === undefined ? null : epochMs(Number(value));
}
