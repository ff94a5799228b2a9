import type { AssetRef, VenueId } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import type { TapedMarket, TapedMarketReader } from '../taped-markets.ts';
import type { PortClient } from './port-client.ts';

/** Time within which the recording process must answer. Otherwise its facts are missing from answers. */
const LIMIT_MS = 250;
/** Maximum number of assets per call, whose ids are part of its URL. */
const AT_ONCE = 20;

/** Reads the facts that another process records about markets. */
export class RemoteTapedMarkets implements TapedMarketReader {
  readonly #port: Pick<PortClient, 'readTaped'>;

  constructor(port: Pick<PortClient, 'readTaped'>) {
    this.#port = port;
  }

  async readMarkets(refs: readonly AssetRef[]): Promise<readonly (TapedMarket | null)[]> {
    const found = new Map<string, TapedMarket>();
    const read = async (venue: VenueId, part: readonly AssetRef[]) => {
      const markets = await withDeadline(this.#port.readTaped(venue, part), LIMIT_MS, () => null).catch(
        () => null,
      );
      for (const [i, { asset }] of part.entries()) {
        const market = markets?.[i];
        if (market !== undefined) found.set(asset, market);
      }
    };
    const reads = [...Map.groupBy(refs, ({ venue }) => venue)].flatMap(([venue, own]) =>
      splitInto(own, AT_ONCE).map((part) => read(venue, part)),
    );
    await Promise.all(reads);
    return refs.map(({ asset }) => found.get(asset) ?? null);
  }
}

function splitInto<Item>(items: readonly Item[], size: number): Item[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, i) => items.slice(i * size, (i + 1) * size));
}
