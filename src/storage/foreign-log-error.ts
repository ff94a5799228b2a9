/**
 * A write-ahead log lies beside a database that it was not written for, or beside none. SQLite would play it into the
 * file and destroy it.
 */
export class ForeignLogError extends Error {
  override readonly name = 'ForeignLogError';
}
