import type { Migration } from './migration.ts';

/** Results of checks of stored credentials, and when each is checked next. No part of the credentials. */
export const credentialChecks: Migration = {
  name: '0013-credential-checks',
  sql: `
    CREATE TABLE bot_credential_check (
      owner TEXT NOT NULL,
      venue TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      usable INTEGER NOT NULL CHECK (usable IN (0, 1)),
      missing TEXT NOT NULL,
      problem TEXT,
      checked_at INTEGER,
      next_at INTEGER,
      PRIMARY KEY (owner, venue)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bot_credential_check_due ON bot_credential_check (next_at) WHERE next_at IS NOT NULL;
  `,
};
