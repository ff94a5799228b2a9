import assert from 'node:assert/strict';
import { WriteBackStatements } from '../../src/storage/sqlite/cached-rows.ts';

/** A text that reads or changes rows which the ledger keeps in memory while a group runs. */
const OF_LEDGER = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:account|transfer|hold|ledger_closure)\b/i;

/** Makes operations on SQLite fail from now on when a statement does not say which rows its text touches. */
export function compareTouchedRows(): void {
  const { get } = WriteBackStatements.prototype;
  WriteBackStatements.prototype.get = function compare(sql, touches) {
    // A database that keeps no rows gives the ledger's own statements too.
    if ('findTransfer' in this.kept)
      assert.equal(touches, OF_LEDGER.test(sql) ? 'ledger' : undefined, `rows touched by: ${sql}`);
    return get.call(this, sql, touches) as never;
  };
}
