/** Tables of account holdings behind credentials, their differences from the records of bots, and events of venues. */
export const ACCOUNT_HOLDINGS = `
  CREATE TABLE bot_account (
    owner text COLLATE "C" NOT NULL,
    venue text COLLATE "C" NOT NULL,
    account text COLLATE "C",
    free_usd text COLLATE "C",
    since bigint NOT NULL,
    checked_at bigint,
    next_at bigint NOT NULL,
    problem text COLLATE "C",
    PRIMARY KEY (owner, venue)
  );

  CREATE TABLE bot_holding (
    owner text COLLATE "C" NOT NULL,
    venue text COLLATE "C" NOT NULL,
    store_key text COLLATE "C" NOT NULL,
    asset text COLLATE "C" NOT NULL,
    size text COLLATE "C" NOT NULL,
    yes text COLLATE "C",
    no text COLLATE "C",
    disowned text COLLATE "C" NOT NULL,
    difference text COLLATE "C" NOT NULL,
    differing bigint NOT NULL,
    checked_at bigint NOT NULL,
    PRIMARY KEY (owner, venue, store_key)
  );

  CREATE TABLE bot_account_event (
    owner text COLLATE "C" NOT NULL,
    venue text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    store_key text COLLATE "C" NOT NULL,
    t bigint NOT NULL,
    booked text COLLATE "C" NOT NULL,
    PRIMARY KEY (owner, venue, event_id)
  );

  ALTER TABLE bot_fill ADD COLUMN fill_kind text COLLATE "C" NOT NULL DEFAULT 'trade';

  CREATE INDEX bot_fill_of_bot ON bot_fill (bot_id, mode, t, venue_fee);

  CREATE INDEX bot_order_of_owner ON bot_order (owner, venue, updated_at);
`;
