import { UnstorableTextError } from '../unstorable-text.ts';
import { UnsafeIntegerError } from './connection.ts';

/**
 * Meaning of a failed statement or commit for its group.
 *
 * - `call`: one of the calls violated the schema, or used a value that cannot be read or stored. The others are valid.
 * - `again`: nothing was stored, and an immediate retry may succeed.
 * - `away`: nothing was stored; the server is unavailable, full or read-only, or denies the write.
 */
export type FailureKind = 'call' | 'again' | 'away';

/** Serialization failure, deadlock, lock not available: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const AGAIN: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/** Classes of errors in a call: data, constraints, names and types of a statement. */
const CALL_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42', '44', 'P0']);

/** Code of class 42 for a missing right of the user, which is no error of the call. */
const FORBIDDEN = '42501';

/** Classes of connection errors and of a server that stops. The commit may have happened before the answer was lost. */
const LOST_CLASSES: ReadonlySet<string> = new Set(['08', '57']);

/** Whether a wait for a lock has timed out. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === '55P03';
}

/** Whether the server rejected a statement because of a missing right. */
export function isForbidden(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === FORBIDDEN;
}

/**
 * Classifies a failure before the commit was sent.
 *
 * @param error Error of the driver. Errors of the server have a code of five characters.
 */
export function readFailure(error: unknown): FailureKind {
  if (error instanceof UnstorableTextError || error instanceof UnsafeIntegerError) return 'call';
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string' || code.length !== 5) return 'away';
  if (AGAIN.has(code)) return 'again';
  return CALL_CLASSES.has(code.slice(0, 2)) && code !== FORBIDDEN ? 'call' : 'away';
}

/**
 * Classifies a failure after the commit was sent.
 *
 * @param error Error of the driver. Unless the server itself refused, the result is unknown.
 */
export function readCommitFailure(error: unknown): FailureKind | 'unknown' {
  // Texts are checked before anything is sent. A number that cannot be read came with an answer, perhaps that of the
  // commit.
  if (error instanceof UnstorableTextError) return 'call';
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string' || code.length !== 5 || LOST_CLASSES.has(code.slice(0, 2))) return 'unknown';
  const kind = readFailure(error);
  // A server that fails during a commit may find the commit in its log after a restart.
  return kind === 'away' && !/^(?:25|42)/.test(code) ? 'unknown' : kind;
}
