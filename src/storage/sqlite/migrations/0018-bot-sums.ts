import type { Migration } from './migration.ts';

/** The largest whole number that is read back exactly: 2^53 - 1. */
const MAX = Number.MAX_SAFE_INTEGER;
const clamp = (column: string) => `${column} = max(-${MAX}, min(${MAX}, ${column}))`;
/** More shares than any order may have had a million times over; as a number they have no end. */
const MAX_SIZE = '1000000000000000000';
const cut = `size = CASE WHEN size LIKE '-%' THEN '-' ELSE '' END || '${MAX_SIZE}'`;
const isEndless = `abs(CAST(size AS REAL)) > ${MAX_SIZE}`;

/**
 * Sums of a bot that grew beyond what can be read, and sizes beyond what can be counted, before orders had ceilings:
 * one such row ended the leaderboard for everybody, or the settlement of positions. Sums stay at the largest number.
 */
export const botSums: Migration = {
  name: '0018-bot-sums',
  sql: `
    UPDATE bot_score SET ${['realized', 'volume'].map(clamp).join(', ')};
    UPDATE bot_closing SET ${clamp('realized')};
    UPDATE bot_position SET ${clamp('cost')};
    UPDATE bot_position SET ${cut} WHERE ${isEndless};
    UPDATE bot_fill SET ${cut} WHERE ${isEndless};
  `,
};
