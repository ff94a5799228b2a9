/**
 * Tables of transactions that could not be read and were skipped, of transactions whose small amounts from unknown
 * senders were summed, and of every treasury that a chain has had.
 */
export const CHAIN_READING = `
    CREATE TABLE skipped_transaction (
      scope text COLLATE "C" NOT NULL,
      tx text COLLATE "C" NOT NULL,
      chain text COLLATE "C" NOT NULL,
      reason text COLLATE "C" NOT NULL,
      skipped_at bigint NOT NULL,
      tried_at bigint NOT NULL,
      read_at bigint,
      PRIMARY KEY (scope, tx)
    );
    CREATE INDEX skipped_transaction_open ON skipped_transaction (scope) WHERE read_at IS NULL;

    CREATE TABLE small_transfer (
      scope text COLLATE "C" NOT NULL,
      tx text COLLATE "C" NOT NULL,
      PRIMARY KEY (scope, tx)
    );

    CREATE TABLE chain_treasury (
      scope text COLLATE "C" NOT NULL,
      treasury text COLLATE "C" NOT NULL,
      chain text COLLATE "C" NOT NULL,
      since bigint NOT NULL,
      PRIMARY KEY (scope, treasury)
    );
`;
