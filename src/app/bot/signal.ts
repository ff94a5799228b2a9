import type { MarketSignal } from '../../bot/engine/trade-decision.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import type { M2m } from '../../m2m/m2m.ts';

/** Reads the bundle of an asset for the engine; null: the asset is neither listed nor recorded. */
export async function findSignal(
  assets: AssetFinder,
  { bundles }: Pick<M2m, 'bundles'>,
  asset: string,
): Promise<MarketSignal | null> {
  const found = await assets.resolve(asset);
  if (found === null) return null;
  const { signals, freshness, price } = await bundles.buildBundle(found, { series: false });
  return {
    ref: found.ref,
    direction: signals.direction,
    confidence: signals.confidence,
    feedAgeMs: freshness.feedAgeMs,
    price: price.last,
  };
}
