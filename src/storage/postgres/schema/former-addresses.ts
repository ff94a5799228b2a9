/** Allows several addresses per owner: the present one, and those from before a restore, which customers still know. */
export const FORMER_ADDRESSES = `
  ALTER TABLE deposit_address ADD COLUMN former bigint NOT NULL DEFAULT 0 CHECK (former IN (0, 1));
  ALTER TABLE deposit_address DROP CONSTRAINT deposit_address_scope_owner_key;
  CREATE UNIQUE INDEX deposit_address_in_use ON deposit_address (scope, owner) WHERE former = 0;
`;
