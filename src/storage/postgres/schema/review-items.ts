/**
 * Table of items that wait for a person. `subject` names the matter within its kind: a deposit, a payment, a
 * transaction. Finished items remain as a record.
 */
export const REVIEW_ITEMS = `
  CREATE TABLE review_item (
        id text COLLATE "C" PRIMARY KEY,
        kind text COLLATE "C" NOT NULL,
        subject text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        owner text COLLATE "C",
        currency text COLLATE "C",
        amount text COLLATE "C",
        micro_usd bigint,
        known text COLLATE "C" NOT NULL,
        ended_at bigint,
        ended_as text COLLATE "C",
        reason text COLLATE "C",
        CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
        UNIQUE (kind, subject)
      );

  CREATE INDEX review_item_open ON review_item (since, id) WHERE ended_at IS NULL;

  CREATE INDEX review_item_open_by_kind ON review_item (kind, since, id, micro_usd) WHERE ended_at IS NULL;

  INSERT INTO review_item (id, kind, subject, since, owner, currency, amount, micro_usd, known)
    SELECT 'rev_' || substr(id, 5), state, id, created_at, owner, currency, amount, micro_usd - taken_back,
      json_build_object('deposit', id, 'source', source, 'reason', reason)::text
    FROM deposit WHERE state IN ('held', 'unattributed');
`;
