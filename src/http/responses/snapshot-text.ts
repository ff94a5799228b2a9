import { hasPerps } from '../../domain/index.ts';
import type { VenueSnapshot } from '../../feed/feed.ts';

/** JSON of all markets in one list, separated by commas. */
interface ListText {
  readonly name: string;
  readonly bytes: Buffer;
  /** Offset of each market in `bytes`, and of the end, as if a further comma preceded it. */
  readonly starts: Uint32Array;
  /** Rank of each market among all markets of its venue by 24 h volume; the largest has rank 0. */
  readonly ranks: Uint32Array;
}

/**
 * JSON of a venue's part of the feed, written once per snapshot. A response with only the largest markets is copied
 * from it: formatting the markets again for each requested number would block the event loop.
 */
export class SnapshotText {
  readonly #fetchedAt: number;
  readonly #total: number;
  readonly #lists: readonly ListText[];

  constructor(snapshot: VenueSnapshot) {
    const { perps, binaries, fetchedAt } = snapshot;
    const named: readonly (readonly [string, readonly RankedMarket[]])[] = hasPerps(snapshot.venue)
      ? [
          ['perps', perps],
          ['outcomes', binaries],
        ]
      : [['markets', binaries]];
    const rankByAsset = ranks([...perps, ...binaries]);
    this.#fetchedAt = fetchedAt;
    this.#total = perps.length + binaries.length;
    this.#lists = named.map(([name, markets]) => listText(name, markets, rankByAsset));
  }

  /** Builds the part with the `count` largest markets by 24 h volume, in the order of the venue's list. */
  top(count: number): Buffer {
    const parts: Uint8Array[] = [
      Buffer.from(
        `{"fetchedAt":${this.#fetchedAt},"truncated":${count < this.#total},"total":${this.#total}`,
      ),
    ];
    for (const { name, bytes, starts, ranks: rank } of this.#lists) {
      parts.push(Buffer.from(`,"${name}":[`));
      const first = parts.length;
      let from = 0;
      for (let i = 0; i <= rank.length; i++) {
        // Adjacent markets are copied together.
        if (i < rank.length && rank[i]! < count) continue;
        if (from < i) parts.push(bytes.subarray(starts[from], starts[i]! - 1), COMMA);
        from = i + 1;
      }
      if (parts.length > first) parts.pop();
      parts.push(Buffer.from(']'));
    }
    return Buffer.concat([...parts, Buffer.from('}')]);
  }
}

type RankedMarket = { readonly asset: string; readonly volume24hUsd: number | null };

const COMMA = Buffer.from(',');

function ranks(markets: readonly RankedMarket[]): ReadonlyMap<string, number> {
  const byVolume = markets.toSorted((a, b) => (b.volume24hUsd ?? -1) - (a.volume24hUsd ?? -1));
  return new Map(byVolume.map(({ asset }, rank) => [asset, rank]));
}

function listText(
  name: string,
  markets: readonly RankedMarket[],
  rankByAsset: ReadonlyMap<string, number>,
): ListText {
  const texts = markets.map((market) => Buffer.from(`${JSON.stringify(market)},`));
  const starts = new Uint32Array(markets.length + 1);
  texts.forEach(({ length }, i) => {
    starts[i + 1] = starts[i]! + length;
  });
  const ranks = Uint32Array.from(markets, ({ asset }) => rankByAsset.get(asset) ?? 0);
  return { name, bytes: Buffer.concat(texts), starts, ranks };
}
