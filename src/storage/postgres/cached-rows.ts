import type { ProcedureCall } from '../procedure.ts';
import type { SqlRow } from '../statements.ts';
import type { Command } from './replay.ts';

/** A statement that goes to the server before a group runs, and who takes its rows. */
export interface Load {
  readonly command: Command;
  accept(rows: readonly SqlRow[]): void;
}

/**
 * Rows that stay in memory while a group runs, in place of one statement for each read: no other process changes
 * them, since the group holds the lock. The rows that its calls stored are written together at its end.
 */
export interface CachedRows {
  /** The rows that these calls will probably read. A row that is missing nevertheless is read by itself. */
  plan(calls: readonly ProcedureCall[]): readonly Load[];
  /** A call begins: rows that were stored so far stay. */
  begin(): void;
  /** The call begins again: nothing of its last run is known. */
  rewind(): void;
  /** Whether this call stored here what the server does not have yet: a statement that touches these rows would miss it. */
  hasUnsent(): boolean;
  /** Writes of the calls before {@link begin} that were not taken yet. */
  takeWrites(): readonly Command[];
  /** Forgets everything: a new transaction begins, or one was undone. */
  clear(): void;
}
