import { UnstorableTextError } from '../unstorable-text.ts';
import { UnsafeIntegerError } from './connection.ts';

/**
 * The meaning of a failed statement or commit for the group that it was part of.
 *
 * - `call`: one of the calls did something that the schema refuses, or met a value that cannot be read or stored. The
 *   others are sound.
 * - `again`: nothing was stored, and the same may work at once.
 * - `away`: nothing was stored; the server is gone, full, read only, or forbids it.
 */
export type FailureKind = 'call' | 'again' | 'away';

/** Serialization failure, deadlock, lock not available: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const AGAIN: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/** Classes of faults in a call: data, constraints, names and types of a statement. */
const CALL_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42', '44', 'P0']);

/** In class 42, but a refusal of this user by the server and not a fault of the call. */
const FORBIDDEN = '42501';

/** Connection exceptions, and a server that stops: the commit may have been made before the answer was lost. */
const LOST_CLASSES: ReadonlySet<string> = new Set(['08', '57']);

/** Whether a wait for a lock has ended. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === '55P03';
}

/** Whether the server refused a statement for want of a right. */
export function isForbidden(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === FORBIDDEN;
}

/** @param error From the driver before a commit was sent: an error of the server has a code of five characters. */
export function readFailure(error: unknown): FailureKind {
  if (error instanceof UnstorableTextError || error instanceof UnsafeIntegerError) return 'call';
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string' || code.length !== 5) return 'away';
  if (AGAIN.has(code)) return 'again';
  return CALL_CLASSES.has(code.slice(0, 2)) && code !== FORBIDDEN ? 'call' : 'away';
}

/** @param error From the driver after a commit was sent: without the server's own refusal nothing is known. */
export function readCommitFailure(error: unknown): FailureKind | 'unknown' {
  // Texts are looked at before anything is sent; a number that cannot be read came with answers, the commit's perhaps.
  if (error instanceof UnstorableTextError) return 'call';
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string' || code.length !== 5 || LOST_CLASSES.has(code.slice(0, 2))) return 'unknown';
  const kind = readFailure(error);
  // A server that fails in the middle of a commit may find it in its log again.
  return kind === 'away' && !/^(?:25|42)/.test(code) ? 'unknown' : kind;
}
