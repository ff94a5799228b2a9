import type { ProcedureCall } from '../procedure.ts';
import type { SqlRow } from '../statements.ts';
import type { Command } from './replay.ts';

/** A query that is sent to the server before a group runs, with the receiver of its rows. */
export interface Load {
  readonly command: Command;
  accept(rows: readonly SqlRow[]): void;
}

/**
 * Rows that stay in memory while a group runs, which saves one query per read. No other process changes them, because
 * the group holds the lock. The rows that its calls stored are written together at its end.
 */
export interface CachedRows {
  /** Plans the rows that these calls will probably read. Any other row is read when it is needed. */
  plan(calls: readonly ProcedureCall[]): readonly Load[];
  /** Begins a call. Rows that were stored before remain. */
  begin(): void;
  /** Begins the same call again and discards the changes of its last run. */
  rewind(): void;
  /** Whether this call stored rows that the server does not have yet. A statement on these rows would miss them. */
  hasUnsent(): boolean;
  /** Takes the writes of the calls before {@link begin} that were not taken yet. */
  takeWrites(): readonly Command[];
  /** Forgets everything, because a new transaction begins or one was rolled back. */
  clear(): void;
}
