import { readAccountRows } from '../live/account-rows.ts';
import { type Balance, shardRow } from './wire.ts';

/**
 * Describes how an account's money is divided among the venue's engines (shards): an order needs money on the engine of
 * its market.
 */
export function describeShards(
  { balance_breakdown }: Balance,
  http: Parameters<typeof readAccountRows>[0],
): { readonly note?: string } {
  const { rows } = readAccountRows(http, balance_breakdown ?? [], shardRow, () => null);
  if (rows.length < 2) return {};
  const parts = rows.map(({ exchange_index, balance }) => `${balance} on shard ${exchange_index}`);
  return {
    note: `usable; balance in USD ${parts.join(', ')}: an order needs its money on the shard of its market`,
  };
}
