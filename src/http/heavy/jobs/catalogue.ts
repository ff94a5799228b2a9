import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { epochMs, HOUR_MS, RECORDERS, type Recorder, wallClock } from '../../../domain/index.ts';
import type { HistoryReader, SeriesFilter } from '../../../history/contract/history-store.ts';
import type { SeriesEntry } from '../../../history/contract/series.ts';
import type { PreparedBody } from '../prepared-body.ts';

/** A series counts as active if it has a record within this time before the newest record of its venue. */
const ACTIVE_MS = HOUR_MS;

/** Fast compression of parts that wait for their reader: there may be millions of series. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface CatalogueInput {
  readonly venue: Recorder | null;
  /** Maximum number of series on a page; null: all series. */
  readonly limit: number | null;
  readonly cursor: string | null;
  readonly isActive: boolean;
  readonly q: string | null;
}

/** Prepares the list of recorded series: a page, or all of them. */
export async function prepareCatalogue(
  history: HistoryReader,
  { venue, limit, cursor, isActive, q }: CatalogueInput,
): Promise<PreparedBody> {
  const text = new CatalogueText();
  let nextCursor: string | null = null;
  const filter: SeriesFilter = {
    ...(venue === null ? {} : { venue }),
    ...(q === null ? {} : { q }),
    ...(isActive ? { activeSince: await activeSince(history, venue) } : {}),
  };
  if (limit === null) {
    for await (const entries of history.scanAssets(filter)) text.add(entries);
  } else {
    const page = await history.listAssets({ ...filter, limit, ...(cursor === null ? {} : { cursor }) });
    text.add(page.entries);
    nextCursor = page.nextCursor;
  }
  return text.body(nextCursor, nextCursor === null && cursor === null);
}

async function activeSince(history: HistoryReader, venue: Recorder | null) {
  let newest = 0;
  for (const one of venue === null ? RECORDERS : [venue]) {
    newest = Math.max(newest, (await history.findLastRecordedMs(one)) ?? 0);
  }
  // A clock that was ahead may have left a single record in the future, which would make every other series inactive.
  return epochMs(Math.min(newest, wallClock()) - ACTIVE_MS);
}

/** Text of a list whose length is known only at its end. */
class CatalogueText {
  readonly #parts: Uint8Array[] = [];
  readonly #hash = createHash('sha1');
  #count = 0;
  #totalBytes = 0;
  #hasEstimate = false;
  #textBytes = 0;

  add(entries: readonly SeriesEntry[]): void {
    if (entries.length === 0) return;
    const items = entries.map(
      ({ venue, storeKey, asset, bytes, firstMs, lastMs, count, countIsEstimate }) => {
        this.#totalBytes += bytes;
        this.#hasEstimate ||= countIsEstimate;
        return { venue, asset: storeKey, assetId: asset, bytes, firstMs, lastMs, count, countIsEstimate };
      },
    );
    const text = JSON.stringify(items).slice(1, -1);
    const bytes = Buffer.from(this.#count === 0 ? text : `,${text}`);
    this.#count += entries.length;
    this.#textBytes += bytes.length;
    this.#hash.update(bytes);
    this.#parts.push(zstdCompressSync(bytes, FAST));
  }

  body(nextCursor: string | null, isWhole: boolean): PreparedBody {
    const head = {
      ok: true,
      count: this.#count,
      totalBytes: this.#totalBytes,
      perAssetCountIsEstimate: this.#hasEstimate,
      nextCursor,
      truncated: nextCursor !== null,
      total: isWhole ? this.#count : null,
    };
    const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"assets":[`);
    const parts = this.#parts;
    return {
      digest: this.#hash.update(before).digest('base64url'),
      textBytes: before.length + this.#textBytes + 2,
      heldBytes: parts.reduce((sum, part) => sum + part.length, 0),
      *parts() {
        yield before;
        for (const part of parts) yield zstdDecompressSync(part);
        yield Buffer.from(']}');
      },
    };
  }
}
