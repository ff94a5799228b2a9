import { type EpochMs, epochMs } from '../../../domain/index.ts';
import type { SqlValue } from '../../../storage/statements.ts';

/** Limits a time to the range of a 64-bit column: the end of a window may be any number. */
export function clampMs(ms: number): number {
  return Math.trunc(Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/** Reads a nullable column of epoch ms. */
export function toOptionalMs(value: SqlValue | undefined): EpochMs | null {
  return value === null || value === undefined ? null : epochMs(Number(value));
}
