/**
 * Error of a write-ahead log that was not written for the database beside it, or that has none. SQLite would apply it
 * to the file and destroy the data.
 */
export class ForeignLogError extends Error {
  override readonly name = 'ForeignLogError';
}
