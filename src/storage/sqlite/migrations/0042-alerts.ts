import type { Migration } from './migration.ts';

/**
 * Tables of the operator's alerts: the state of each rule, events, their deliveries, and the state of endpoints. URLs
 * and secrets are in the operator's file alone.
 */
export const alerts: Migration = {
  name: '0042-alerts',
  sql: `
    CREATE TABLE alert_state (
      rule TEXT NOT NULL,
      subject TEXT NOT NULL,
      condition TEXT NOT NULL,
      phase TEXT NOT NULL,
      since INTEGER NOT NULL,
      fired_at INTEGER,
      position INTEGER,
      version INTEGER NOT NULL,
      PRIMARY KEY (rule, subject)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alert_event (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      rule TEXT,
      subject TEXT NOT NULL,
      asset TEXT,
      t INTEGER NOT NULL,
      value REAL,
      threshold REAL,
      text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE alert_delivery (
      id TEXT PRIMARY KEY,
      seq INTEGER NOT NULL,
      endpoint TEXT NOT NULL,
      rule TEXT NOT NULL,
      state TEXT NOT NULL,
      tries INTEGER NOT NULL,
      next_at INTEGER NOT NULL,
      status INTEGER,
      reason TEXT,
      created_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_delivery_of_event ON alert_delivery (seq);
    CREATE INDEX alert_delivery_recent ON alert_delivery (endpoint, created_at);
    CREATE INDEX alert_delivery_waiting ON alert_delivery (endpoint, rule, seq) WHERE state = 'waiting';
    CREATE INDEX alert_delivery_ended ON alert_delivery (ended_at);

    CREATE TABLE alert_endpoint (
      endpoint TEXT PRIMARY KEY,
      off_since INTEGER,
      suppressed INTEGER NOT NULL,
      suppressed_since INTEGER
    ) STRICT, WITHOUT ROWID;
  `,
};
