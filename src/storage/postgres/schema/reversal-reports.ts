/**
 * Table of every report about reversed money. The newest report decides the state of a refund or dispute. Earlier
 * versions kept the largest total of each object, which becomes the report of its last change.
 */
export const REVERSAL_REPORTS = `
  CREATE TABLE reversal_report (
        scope text COLLATE "C" NOT NULL,
        effect text COLLATE "C" NOT NULL,
        object_id text COLLATE "C" NOT NULL,
        event_id text COLLATE "C" NOT NULL,
        idem text COLLATE "C" NOT NULL,
        payment_id text COLLATE "C",
        owner text COLLATE "C",
        deposit text COLLATE "C" REFERENCES deposit (id) DEFERRABLE INITIALLY DEFERRED,
        currency text COLLATE "C" NOT NULL,
        amount text COLLATE "C" NOT NULL,
        total bigint CHECK (total >= 0),
        is_void bigint NOT NULL DEFAULT 0 CHECK (is_void IN (0, 1)),
        part_of text COLLATE "C",
        part_since bigint,
        at bigint,
        moved bigint,
        taken bigint NOT NULL DEFAULT 0,
        from_review bigint NOT NULL DEFAULT 0,
        created_at bigint NOT NULL,
        PRIMARY KEY (scope, object_id, effect, event_id)
      );

  CREATE INDEX reversal_report_payment ON reversal_report (scope, payment_id) WHERE payment_id IS NOT NULL;

  CREATE INDEX reversal_report_deposit ON reversal_report (deposit) WHERE deposit IS NOT NULL;

  INSERT INTO reversal_report (scope, effect, object_id, event_id, idem, payment_id, owner, deposit, currency, amount,
    total, at, moved, taken, from_review, created_at)
  SELECT scope, effect, object_id, event_id, idem, payment_id, owner, deposit, 'USD',
    (total / 1000000)::text || '.' || lpad((total % 1000000)::text, 6, '0'), total, created_at, moved,
    CASE WHEN moved IS NULL OR from_review <> 0 THEN 0 WHEN effect = 'reinstatement' THEN -amount ELSE amount END,
    from_review, created_at
  FROM (SELECT deposit_reversal.*, CAST(SUM(amount) OVER (
      PARTITION BY scope, effect, object_id ORDER BY created_at, event_id) AS bigint) AS total FROM deposit_reversal) AS summed;

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

  ALTER TABLE deposit ADD COLUMN reversed_at bigint;
`;
