import type { Migration } from './migration.ts';

/** Refunds and disputes in currencies that are not counted: their deposit may arrive after them. */
export const uncountedReversals: Migration = {
  name: '0024-uncounted-reversals',
  sql: `
    CREATE TABLE uncounted_reversal (
      scope TEXT NOT NULL,
      effect TEXT NOT NULL,
      object_id TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      currency TEXT NOT NULL,
      total TEXT NOT NULL,
      deposit TEXT REFERENCES deposit (id),
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (scope, effect, object_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX uncounted_reversal_payment ON uncounted_reversal (scope, payment_id);
  `,
};
