import type { Migration } from './migration.ts';

/**
 * Table of every report about reversed money. The newest report decides the state of a refund or dispute. Earlier
 * versions kept the largest total of each object, which becomes the report of its last change.
 */
export const reversalReports: Migration = {
  name: '0030-reversal-reports',
  sql: `
    CREATE TABLE reversal_report (
      scope TEXT NOT NULL,
      effect TEXT NOT NULL,
      object_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      idem TEXT NOT NULL,
      payment_id TEXT,
      owner TEXT,
      deposit TEXT REFERENCES deposit (id),
      currency TEXT NOT NULL,
      amount TEXT NOT NULL,
      total INTEGER CHECK (total >= 0),
      is_void INTEGER NOT NULL DEFAULT 0 CHECK (is_void IN (0, 1)),
      part_of TEXT,
      part_since INTEGER,
      at INTEGER,
      moved INTEGER,
      taken INTEGER NOT NULL DEFAULT 0,
      from_review INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (scope, object_id, effect, event_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reversal_report_payment ON reversal_report (scope, payment_id) WHERE payment_id IS NOT NULL;
    CREATE INDEX reversal_report_deposit ON reversal_report (deposit) WHERE deposit IS NOT NULL;

    INSERT INTO reversal_report (scope, effect, object_id, event_id, idem, payment_id, owner, deposit, currency, amount,
      total, at, moved, taken, from_review, created_at)
    SELECT scope, effect, object_id, event_id, idem, payment_id, owner, deposit, 'USD',
      (total / 1000000) || '.' || printf('%06d', total % 1000000), total, created_at, moved,
      CASE WHEN moved IS NULL OR from_review <> 0 THEN 0 WHEN effect = 'reinstatement' THEN -amount ELSE amount END,
      from_review, created_at
    FROM (SELECT deposit_reversal.*, SUM(amount) OVER (
        PARTITION BY scope, effect, object_id ORDER BY created_at, event_id) AS total FROM deposit_reversal);
    INSERT INTO reversal_report (scope, effect, object_id, event_id, idem, payment_id, deposit, currency, amount, at, moved,
      from_review, created_at)
    SELECT scope, effect, object_id, '', '', payment_id,
      COALESCE(deposit, (SELECT id FROM deposit AS paid
        WHERE paid.scope = uncounted_reversal.scope AND paid.payment_id = uncounted_reversal.payment_id LIMIT 1)),
      currency, total, updated_at,
      CASE WHEN EXISTS (SELECT 1 FROM deposit AS paid
        WHERE paid.scope = uncounted_reversal.scope AND paid.payment_id = uncounted_reversal.payment_id) THEN 0 END,
      CASE WHEN deposit IS NULL THEN 0 ELSE 1 END, updated_at
    FROM uncounted_reversal;
    DROP TABLE uncounted_reversal;
    DROP TABLE deposit_reversal;

    ALTER TABLE deposit ADD COLUMN reversed_at INTEGER;
  `,
};
