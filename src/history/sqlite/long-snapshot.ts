import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../domain/index.ts';

/** Age at which a snapshot is renewed: the write-ahead log keeps all later writes while a snapshot is open. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Size of the write-ahead log at which a snapshot is renewed, bytes. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

export interface SnapshotLimits {
  readonly maxAgeMs?: number;
  readonly maxLogBytes?: number;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/**
 * Read transaction of a reader that works for minutes beside a writer. It is renewed between parts of the work, so that
 * the write-ahead log does not grow without bound.
 */
export class LongSnapshot {
  readonly #db: DatabaseSync;
  readonly #log: string;
  readonly #maxAgeMs: number;
  readonly #maxLogBytes: number;
  readonly #now: () => number;
  #begunAt: number;

  /**
   * Measures the snapshot by its age and by the growth of the log.
   *
   * @param file Path of the database file, beside which the write-ahead log is.
   */
  constructor(db: DatabaseSync, file: string, limits: SnapshotLimits = {}) {
    this.#db = db;
    this.#log = `${file}-wal`;
    this.#maxAgeMs = limits.maxAgeMs ?? MAX_AGE_MS;
    this.#maxLogBytes = limits.maxLogBytes ?? MAX_LOG_BYTES;
    this.#now = limits.now ?? (() => performance.now());
    this.#begunAt = this.#now();
    db.exec('BEGIN');
  }

  /** Renews the snapshot when it is due. @returns Whether it was renewed, so that later reads see a later state. */
  renewIfDue(): boolean {
    const age = this.#now() - this.#begunAt;
    const logBytes = statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
    if (age < this.#maxAgeMs && logBytes < this.#maxLogBytes) return false;
    this.#db.exec('COMMIT; BEGIN');
    this.#begunAt = this.#now();
    return true;
  }
}
