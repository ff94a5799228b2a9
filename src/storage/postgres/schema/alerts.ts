/**
 * Tables of the operator's alerts: the state of each rule, events, their deliveries, and the state of endpoints. URLs
 * and secrets are in the operator's file alone.
 */
export const ALERTS = `
  CREATE TABLE alert_state (
    rule text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    condition text COLLATE "C" NOT NULL,
    phase text COLLATE "C" NOT NULL,
    since bigint NOT NULL,
    fired_at bigint,
    position bigint,
    version bigint NOT NULL,
    PRIMARY KEY (rule, subject)
  );

  CREATE TABLE alert_event (
    seq bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    type text COLLATE "C" NOT NULL,
    rule text COLLATE "C",
    subject text COLLATE "C" NOT NULL,
    asset text COLLATE "C",
    t bigint NOT NULL,
    value double precision,
    threshold double precision,
    text text COLLATE "C" NOT NULL
  );

  CREATE TABLE alert_delivery (
    id text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    endpoint text COLLATE "C" NOT NULL,
    rule text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    tries bigint NOT NULL,
    next_at bigint NOT NULL,
    status bigint,
    reason text COLLATE "C",
    created_at bigint NOT NULL,
    ended_at bigint
  );
  CREATE INDEX alert_delivery_of_event ON alert_delivery (seq);
  CREATE INDEX alert_delivery_recent ON alert_delivery (endpoint, created_at);
  CREATE INDEX alert_delivery_waiting ON alert_delivery (endpoint, rule, seq) WHERE state = 'waiting';
  CREATE INDEX alert_delivery_ended ON alert_delivery (ended_at);

  CREATE TABLE alert_endpoint (
    endpoint text COLLATE "C" PRIMARY KEY,
    off_since bigint,
    suppressed bigint NOT NULL,
    suppressed_since bigint
  );
`;
