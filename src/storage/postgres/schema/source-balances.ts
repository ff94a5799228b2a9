/**
 * Tables of the readings of each treasury, by position, and of the last comparison of each source of money with the
 * records.
 */
export const SOURCE_BALANCES = `
    CREATE TABLE chain_income (
      scope text COLLATE "C" NOT NULL,
      idem text COLLATE "C" NOT NULL,
      treasury text COLLATE "C" NOT NULL,
      token text COLLATE "C" NOT NULL,
      position bigint NOT NULL,
      amount text COLLATE "C" NOT NULL,
      PRIMARY KEY (scope, idem)
    );
    CREATE INDEX chain_income_position ON chain_income (scope, treasury, token, position);

    CREATE TABLE source_balance (
      source text COLLATE "C" PRIMARY KEY,
      base_at bigint NOT NULL,
      base_position bigint NOT NULL,
      base_balance text COLLATE "C" NOT NULL,
      last_at bigint NOT NULL,
      last_position bigint NOT NULL,
      last_balance text COLLATE "C" NOT NULL
    );
`;
