import type { Migration } from './migration.ts';

/**
 * Which key replaced a key. Keys of one bot that were issued before come from rotations alone, one after the other, so
 * each was replaced by the next one.
 */
export const keySuccessors: Migration = {
  name: '0015-key-successors',
  sql: `
    ALTER TABLE api_key ADD COLUMN successor TEXT;
    UPDATE api_key SET successor = later.successor
    FROM (
      SELECT hash, LEAD(hash) OVER (PARTITION BY bot_id ORDER BY created_at, hash) AS successor FROM api_key
    ) AS later
    WHERE later.hash = api_key.hash;
  `,
};
