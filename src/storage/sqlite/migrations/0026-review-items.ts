import type { Migration } from './migration.ts';

/**
 * Table of items that wait for a person. `subject` names the matter within its kind: a deposit, a payment, a
 * transaction. Finished items remain as a record.
 */
export const reviewItems: Migration = {
  name: '0026-review-items',
  sql: `
    CREATE TABLE review_item (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      since INTEGER NOT NULL,
      owner TEXT,
      currency TEXT,
      amount TEXT,
      micro_usd INTEGER,
      known TEXT NOT NULL,
      ended_at INTEGER,
      ended_as TEXT,
      reason TEXT,
      CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
      UNIQUE (kind, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX review_item_open ON review_item (since, id) WHERE ended_at IS NULL;
    CREATE INDEX review_item_open_by_kind ON review_item (kind, since, id, micro_usd) WHERE ended_at IS NULL;
    INSERT INTO review_item (id, kind, subject, since, owner, currency, amount, micro_usd, known)
      SELECT 'rev_' || substr(id, 5), state, id, created_at, owner, currency, amount, micro_usd - taken_back,
        json_object('deposit', id, 'source', source, 'reason', reason)
      FROM deposit WHERE state IN ('held', 'unattributed');
  `,
};
