import { type AssetUpdate, buildKalshiAsset, epochMs } from '../../src/domain/index.ts';

/** Each asset moves twice a second: no pulse is conflated away. */
const MOVES_PER_SECOND = 2;
const TICK_MS = 10;

export const nameAssets = (perSecond: number): readonly string[] =>
  Array.from({ length: Math.ceil(perSecond / MOVES_PER_SECOND) }, (_, i) => buildKalshiAsset(`T-${i}`).asset);

/** Says so many updates a second, spread over assets and time. Returns the way to stop. */
export function sayUpdates(perSecond: number, say: (update: AssetUpdate) => void): () => number {
  const assets = nameAssets(perSecond);
  const startedAt = performance.now();
  let said = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    for (; said < due; said++) {
      // No two alike, so that what is missing or doubled shows.
      const price = Number((0.1 + said / 1e8).toFixed(8));
      const asset = assets[said % assets.length]!;
      const now = epochMs(Date.now());
      say({ asset, price, bid: price - 0.005, ask: price + 0.005, venueTime: now, receivedAt: now });
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return said;
  };
}
