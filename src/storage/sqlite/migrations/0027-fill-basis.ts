import type { Migration } from './migration.ts';

/** Columns for fills whose price the venue has not stated yet, and for their order of booking after a correction. */
export const fillBasis: Migration = {
  name: '0027-fill-basis',
  sql: `
    ALTER TABLE bot_fill ADD COLUMN basis TEXT NOT NULL DEFAULT 'stated';
    ALTER TABLE bot_fill ADD COLUMN place INTEGER;
  `,
};
