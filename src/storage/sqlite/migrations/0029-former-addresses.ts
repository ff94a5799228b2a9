import type { Migration } from './migration.ts';

/** Allows several addresses per owner: the present one, and those from before a restore, which customers still know. */
export const formerAddresses: Migration = {
  name: '0029-former-addresses',
  sql: `
    CREATE TABLE deposit_address_next (
      seq INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      owner TEXT NOT NULL,
      address TEXT NOT NULL,
      salt TEXT NOT NULL,
      factory TEXT NOT NULL,
      implementation TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1)),
      UNIQUE (address, scope)
    ) STRICT;
    INSERT INTO deposit_address_next (seq, scope, owner, address, salt, factory, implementation, created_at)
      SELECT seq, scope, owner, address, salt, factory, implementation, created_at FROM deposit_address;
    DROP TABLE deposit_address;
    ALTER TABLE deposit_address_next RENAME TO deposit_address;
    CREATE INDEX deposit_address_by_scope ON deposit_address (scope, seq);
    CREATE UNIQUE INDEX deposit_address_in_use ON deposit_address (scope, owner) WHERE former = 0;
  `,
};
