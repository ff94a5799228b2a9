import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../domain/index.ts';

/** Age at which a snapshot is renewed: while it lives, later writes stay in the write-ahead log. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Size of the log in bytes at which a snapshot is renewed. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

export interface SnapshotLimits {
  readonly maxAgeMs?: number;
  readonly maxLogBytes?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * A read transaction of one that reads for minutes beside a writer. It is renewed between parts of the work, so that
 * the write-ahead log does not grow behind it.
 */
export class LongSnapshot {
  readonly #db: DatabaseSync;
  readonly #log: string;
  readonly #maxAgeMs: number;
  readonly #maxLogBytes: number;
  readonly #now: () => number;
  #begunAt: number;

  /** @param file The database file. */
  constructor(db: DatabaseSync, file: string, limits: SnapshotLimits = {}) {
    this.#db = db;
    this.#log = `${file}-wal`;
    this.#maxAgeMs = limits.maxAgeMs ?? MAX_AGE_MS;
    this.#maxLogBytes = limits.maxLogBytes ?? MAX_LOG_BYTES;
    this.#now = limits.now ?? (() => performance.now());
    this.#begunAt = this.#now();
    db.exec('BEGIN');
  }

  /** @returns Whether everything that is read from now on is of a later moment. */
  renewIfDue(): boolean {
    const age = this.#now() - this.#begunAt;
    const logBytes = statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
    if (age < this.#maxAgeMs && logBytes < this.#maxLogBytes) return false;
    this.#db.exec('COMMIT; BEGIN');
    this.#begunAt = this.#now();
    return true;
  }
}
