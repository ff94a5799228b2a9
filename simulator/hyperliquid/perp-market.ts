import { DEPTH, type SimMarket } from '../trading/sim-market.ts';
import type { Perp } from '../world/perps.ts';
import { buildLevels } from './shapes.ts';

const REFRESH_MS = 2_000;

export function perpMarket(perp: Perp): SimMarket {
  return {
    kind: 'perp',
    name: perp.coin,
    maxLeverage: perp.maxLeverage,
    isOpen: () => !perp.isDelisted,
    ladder: (t) => {
      const [bids, asks] = buildLevels({ kind: 'perp', coin: perp.coin, perp }, t, DEPTH);
      const read = ({ px, sz }: { px: string; sz: string }) => ({ price: Number(px), size: Number(sz) });
      return { bids: bids.map(read), asks: asks.map(read) };
    },
    generation: (t) => Math.floor(t / REFRESH_MS),
    payout: () => null,
  };
}
