/** Table of refunds and disputes in currencies that are not counted. Their deposit may arrive after them. */
export const UNCOUNTED_REVERSALS = `
  CREATE TABLE uncounted_reversal (
        scope text COLLATE "C" NOT NULL,
        effect text COLLATE "C" NOT NULL,
        object_id text COLLATE "C" NOT NULL,
        payment_id text COLLATE "C" NOT NULL,
        currency text COLLATE "C" NOT NULL,
        total text COLLATE "C" NOT NULL,
        deposit text COLLATE "C" REFERENCES deposit (id) DEFERRABLE INITIALLY DEFERRED,
        updated_at bigint NOT NULL,
        PRIMARY KEY (scope, effect, object_id)
      );

  CREATE INDEX uncounted_reversal_payment ON uncounted_reversal (scope, payment_id);
`;
