/**
 * Migrations of the history's tables. The tables have a schema of their own, `history`: an installation that keeps its
 * history in a file has none of them, and backups of accounts and money leave them out. A released migration is never
 * changed or moved.
 */
export const STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'baseline',
    sql: `
  CREATE TABLE history.series (
        k bigint PRIMARY KEY,
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        asset text COLLATE "C" NOT NULL,
        UNIQUE (venue, store_key)
      );

  CREATE TABLE history.gap (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        from_ms bigint NOT NULL,
        to_ms bigint,
        reason text NOT NULL,
        PRIMARY KEY (venue, store_key, from_ms)
      );

  CREATE INDEX gap_newest ON history.gap (from_ms, venue, store_key);

  CREATE INDEX gap_open ON history.gap (venue, from_ms, store_key) WHERE to_ms IS NULL;

  CREATE TABLE history.resolution (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        asset text COLLATE "C" NOT NULL,
        outcome text NOT NULL,
        payout double precision,
        settled_at bigint,
        source text NOT NULL,
        disputed bigint,
        recorded_at bigint NOT NULL,
        PRIMARY KEY (venue, store_key)
      );

  CREATE INDEX resolution_recorded ON history.resolution (recorded_at, venue, store_key);

  CREATE TABLE history.market (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        data bytea NOT NULL,
        seen_from bigint NOT NULL,
        changed_at bigint NOT NULL,
        PRIMARY KEY (venue, store_key)
      );

  CREATE TABLE history.rules (hash bytea PRIMARY KEY, data bytea NOT NULL);

  CREATE TABLE history.link_span (
        a text COLLATE "C" NOT NULL,
        b text COLLATE "C" NOT NULL,
        from_ms bigint NOT NULL,
        to_ms bigint,
        relation text NOT NULL,
        confidence double precision NOT NULL,
        source text NOT NULL,
        disputed bigint NOT NULL,
        reasons text NOT NULL,
        PRIMARY KEY (a, b, from_ms)
      );

  CREATE INDEX link_span_b ON history.link_span (b, from_ms);

  CREATE INDEX link_span_open ON history.link_span (a, b, from_ms) WHERE to_ms IS NULL;

  CREATE TABLE history.venue_state (
        venue text COLLATE "C" PRIMARY KEY,
        batches bigint NOT NULL DEFAULT 0,
        newest_ms bigint
      );

  CREATE TABLE history.outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        batch_key uuid NOT NULL UNIQUE,
        venue text COLLATE "C" NOT NULL,
        b bigint NOT NULL,
        records bigint NOT NULL,
        data bytea NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        shipment bigint
      );

  -- Batches are compressed before they come.
  ALTER TABLE history.outbox ALTER COLUMN data SET STORAGE EXTERNAL;

  CREATE INDEX outbox_waiting ON history.outbox (id) WHERE shipment IS NULL;

  CREATE INDEX outbox_shipment ON history.outbox (shipment) WHERE shipment IS NOT NULL;

  CREATE TABLE history.shipment (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        token text NOT NULL,
        batches bigint[] NOT NULL,
        shipped_at timestamptz
      );

  CREATE INDEX shipment_waiting ON history.shipment (id) WHERE shipped_at IS NULL;

  CREATE INDEX shipment_shipped ON history.shipment (shipped_at) WHERE shipped_at IS NOT NULL;
`,
  },
  {
    name: 'copy',
    sql: `
  CREATE TABLE history.copy (
        id bigint PRIMARY KEY CHECK (id = 1),
        source text COLLATE "C" NOT NULL,
        finished_at timestamptz
      );

  CREATE TABLE history.copied_month (month bigint PRIMARY KEY, records bigint NOT NULL);
`,
  },
  {
    name: 'imports',
    sql: `
  CREATE TABLE history.import_batch (
        id text COLLATE "C" PRIMARY KEY,
        file_sha256 text NOT NULL,
        asset text,
        at bigint NOT NULL,
        stored bigint NOT NULL DEFAULT 0,
        skipped bigint NOT NULL DEFAULT 0,
        ended bigint NOT NULL DEFAULT 0
      );
`,
  },
  {
    name: 'reopened',
    sql: `
  ALTER TABLE history.resolution ADD COLUMN reopened_at bigint, ADD COLUMN earlier jsonb;
`,
  },
  {
    name: 'forecasts',
    sql: `
  CREATE TABLE history.market_end (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        from_ms bigint NOT NULL,
        end_ms bigint,
        PRIMARY KEY (venue, store_key, from_ms)
      );

  CREATE TABLE history.forecast (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        horizon text COLLATE "C" NOT NULL,
        t bigint NOT NULL,
        p double precision NOT NULL,
        end_ms bigint NOT NULL,
        PRIMARY KEY (venue, store_key, horizon)
      );

  CREATE INDEX forecast_end ON history.forecast (end_ms);

  CREATE INDEX resolution_reopened ON history.resolution (reopened_at) WHERE reopened_at IS NOT NULL;

  CREATE TABLE history.forecast_day (day bigint PRIMARY KEY, data bytea NOT NULL);

  -- Days are compressed before they come.
  ALTER TABLE history.forecast_day ALTER COLUMN data SET STORAGE EXTERNAL;
`,
  },
  {
    name: 'reference marks',
    sql: `
  CREATE TABLE history.reference_mark (
        t bigint NOT NULL,
        key text COLLATE "C" NOT NULL,
        place bigint NOT NULL,
        text text,
        received_at bigint NOT NULL,
        relay text NOT NULL,
        count bigint,
        PRIMARY KEY (t, key, place)
      );
`,
  },
  {
    name: 'closed days',
    sql: `
  CREATE TABLE history.settled_day (
        day bigint PRIMARY KEY,
        entries bytea NOT NULL,
        root bytea NOT NULL,
        head bytea NOT NULL
      );
`,
  },
  {
    name: 'settled',
    sql: `
  CREATE TABLE history.settled (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        asset text COLLATE "C" NOT NULL,
        source text,
        coin text,
        verdict text NOT NULL,
        reason text,
        close_at bigint,
        decided_at bigint NOT NULL,
        reopened bigint NOT NULL,
        data text NOT NULL,
        PRIMARY KEY (venue, store_key)
      );

  CREATE INDEX settled_decided ON history.settled (decided_at, asset) WHERE reopened = 0;

  CREATE INDEX settled_closed ON history.settled (close_at) WHERE reopened = 0;

  CREATE TABLE history.settled_line (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        recorded_at bigint NOT NULL,
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        asset text COLLATE "C" NOT NULL,
        line text NOT NULL,
        said text NOT NULL
      );

  CREATE INDEX settled_line_recorded ON history.settled_line (recorded_at);

  CREATE INDEX settled_line_market ON history.settled_line (venue, store_key);
`,
  },
  {
    name: 'bars',
    sql: `
  CREATE TABLE history.bar (
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        from_ms bigint NOT NULL,
        to_ms bigint NOT NULL,
        asset text COLLATE "C" NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (venue, store_key, from_ms)
      );

  -- Blocks are coded before they come.
  ALTER TABLE history.bar ALTER COLUMN data SET STORAGE EXTERNAL;
`,
  },
];
