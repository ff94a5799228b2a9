import type { Balance } from './wire.ts';

/** Where the money lies: markets live on several engines, and an order needs its money on the engine of its market. */
export function describeShards({ balance_breakdown }: Balance): { readonly note?: string } {
  if (balance_breakdown == null || balance_breakdown.length < 2) return {};
  const parts = balance_breakdown.map(
    ({ exchange_index, balance }) => `${balance} on shard ${exchange_index}`,
  );
  return {
    note: `usable; balance in USD ${parts.join(', ')}: an order needs its money on the shard of its market`,
  };
}
