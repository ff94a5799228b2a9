import {
  type AssetRef,
  type Candle,
  type Clock,
  type FundingRate,
  HOUR_MS,
  SECOND_MS,
} from '../../domain/index.ts';
import { SharedReads } from '../../scheduling/shared-reads.ts';
import type { MarketReader } from '../readers.ts';
import type { PortClient } from './port-client.ts';

/** Time for which concurrent calls of this process share a read. The feed itself caches for a minute. */
const FRESH_MS = 5 * SECOND_MS;
/** Largest age of an answer that is returned while the feed cannot be read. */
const USABLE_MS = HOUR_MS;
const MAX_ASSETS = 500;

/** Reads candles and funding over the internal port of the feed. */
export class RemoteMarkets implements MarketReader {
  readonly #port: PortClient;
  readonly #candles: SharedReads<readonly Candle[]>;
  readonly #funding: SharedReads<FundingRate[]>;

  constructor(port: PortClient, clock: Clock) {
    this.#port = port;
    const shared = { max: MAX_ASSETS, freshMs: FRESH_MS, usableMs: USABLE_MS, now: clock };
    this.#candles = new SharedReads(shared);
    this.#funding = new SharedReads(shared);
  }

  readCandles(ref: AssetRef): Promise<readonly Candle[]> {
    return this.#candles.get(ref.asset, () => this.#port.candles(ref));
  }

  readFunding(ref: AssetRef): Promise<FundingRate[]> {
    return this.#funding.get(ref.asset, () => this.#port.funding(ref));
  }
}
