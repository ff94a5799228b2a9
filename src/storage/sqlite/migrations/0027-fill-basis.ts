import type { Migration } from './migration.ts';

/** Fills whose price the venue has not stated yet, and their place in the order of booking once they are corrected. */
export const fillBasis: Migration = {
  name: '0027-fill-basis',
  sql: `
    ALTER TABLE bot_fill ADD COLUMN basis TEXT NOT NULL DEFAULT 'stated';
    ALTER TABLE bot_fill ADD COLUMN place INTEGER;
  `,
};
