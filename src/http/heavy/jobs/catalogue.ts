import type { VenueId } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { jsonItems, listBody, type PreparedBody } from '../prepared-body.ts';

/** What one series takes in memory and as JSON, near enough. */
const SERIES_BYTES = 200;

export interface CatalogueInput {
  readonly venue: VenueId | null;
}

/** All recorded series. */
export async function prepareCatalogue(
  history: HistoryReader,
  { venue }: CatalogueInput,
): Promise<PreparedBody> {
  const entries = await history.assets(venue ?? undefined);
  const head = {
    ok: true,
    count: entries.length,
    totalBytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    perAssetCountIsEstimate: entries.some(({ countIsEstimate }) => countIsEstimate),
  };
  const itemsOf = (from: number, to: number) =>
    jsonItems(
      entries
        .slice(from, to)
        .map(({ venue, storeKey, asset, bytes, firstMs, lastMs, count, countIsEstimate }) => ({
          venue,
          asset: storeKey,
          assetId: asset,
          bytes,
          firstMs,
          lastMs,
          count,
          countIsEstimate,
        })),
    );
  return listBody({
    head,
    name: 'assets',
    length: entries.length,
    items: itemsOf,
    itemBytes: SERIES_BYTES,
    tail: {},
    heldBytes: entries.length * SERIES_BYTES,
    data: [
      Buffer.from(entries.map(({ venue, storeKey }) => `${venue} ${storeKey}`).join()),
      Float64Array.from(
        entries.flatMap(({ bytes, firstMs, lastMs, count }) => [bytes, firstMs, lastMs, count]),
      ),
    ],
  });
}
