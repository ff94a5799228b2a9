import type { DaySums } from '../day-sums.ts';
import type { BotDay } from '../rows.ts';

const DAY_COUNTS = ['orders', 'fills', 'closings', 'wins', 'without_fee'];
const DAY_AMOUNTS = ['access_fees', 'volume', 'gain', 'venue_fees'];
const MAX = Number.MAX_SAFE_INTEGER;
const saturate = (sum: string) =>
  `CASE WHEN ${sum} > ${MAX} THEN ${MAX} WHEN ${sum} < -${MAX} THEN -${MAX} ELSE ${sum} END`;
const addTo = (column: string) => `bot_day.${column} + excluded.${column}`;

/** Statement that adds to a day's sums without reading them first, which saves a round trip to a server. */
export const ADD_TO_DAY = `INSERT INTO bot_day (bot_id, mode, day, ${[...DAY_COUNTS, ...DAY_AMOUNTS].join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (bot_id, mode, day) DO UPDATE SET ${[
    ...DAY_COUNTS.map((column) => `${column} = ${addTo(column)}`),
    ...DAY_AMOUNTS.map((column) => `${column} = ${saturate(addTo(column))}`),
  ].join(', ')}`;

/** Lists the values for {@link ADD_TO_DAY}. */
export const dayValues = ({ botId, mode, startMs }: BotDay, sums: DaySums) =>
  [
    botId,
    mode,
    startMs,
    sums.orders,
    sums.fills,
    sums.closings,
    sums.wins,
    sums.fillsWithoutFee,
    sums.accessFeesMicroUsd,
    sums.volumeMicroUsd,
    sums.gainMicroUsd,
    sums.venueFeesMicroUsd,
  ] as const;
