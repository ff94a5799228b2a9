import { type EpochMs, findAssetRef } from '../../domain/index.ts';
import { type Feed, STALE_AFTER_MS } from '../../feed/feed.ts';

/** Newest price of an asset that a rule names, of the stream or the list, whichever is newer. */
export interface Quote {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** Time by our clock. */
  readonly at: EpochMs;
}

export interface FollowedQuotesOptions {
  readonly feed: Feed;
  /** Called after a price of an asset arrived. The asset is named as the rule names it. */
  readonly onQuote: (asset: string, quote: Quote) => void;
}

/** Follows the prices of the assets that rules name. Every price of the stream is reported, those between polls too. */
export class FollowedQuotes {
  readonly #options: FollowedQuotesOptions;
  readonly #newest = new Map<string, Quote | null>();
  /** Assets as rules name them, by canonical id: a rule may write a coin in another letter case. */
  readonly #named = new Map<string, string>();
  readonly #stopListening: readonly (() => void)[];

  constructor(options: FollowedQuotesOptions) {
    this.#options = options;
    const { feed } = options;
    this.#stopListening = [
      feed.onUpdate(({ asset, receivedAt, ...quote }) => {
        const named = this.#named.get(asset);
        if (named !== undefined && this.#newest.has(named)) this.#note(named, { ...quote, at: receivedAt });
      }),
      feed.onSnapshot(({ venue }) => {
        for (const asset of this.#newest.keys()) {
          if (findAssetRef(asset)?.venue === venue) this.#noteListed(asset);
        }
      }),
    ];
  }

  /** Follows exactly these assets. */
  follow(assets: ReadonlySet<string>): void {
    for (const asset of this.#newest.keys()) if (!assets.has(asset)) this.#newest.delete(asset);
    for (const [id, asset] of this.#named) if (!assets.has(asset)) this.#named.delete(id);
    for (const asset of assets) {
      if (this.#newest.has(asset)) continue;
      this.#newest.set(asset, null);
      this.#noteListed(asset);
    }
  }

  /** Finds the newest quote; null without one, and when it is older than two minutes. */
  find(asset: string, now: number): Quote | null {
    const quote = this.#newest.get(asset) ?? null;
    return quote === null || now - quote.at > STALE_AFTER_MS ? null : quote;
  }

  /** Returns the age in ms of the newest price, of any age; null: none arrived. */
  ageMs(asset: string, now: number): number | null {
    const quote = this.#newest.get(asset) ?? null;
    return quote === null ? null : Math.max(0, now - quote.at);
  }

  stop(): void {
    for (const end of this.#stopListening) end();
  }

  #noteListed(asset: string): void {
    const { feed } = this.#options;
    const state = feed.find(asset);
    const snapshot = state === null ? null : feed.snapshot(state.ref.venue);
    if (state !== null) this.#named.set(state.ref.asset, asset);
    if (state === null || snapshot === null || state.carried === true || state.price === null) return;
    this.#note(asset, { price: state.price, bid: state.bid, ask: state.ask, at: snapshot.fetchedAt });
  }

  #note(asset: string, quote: Quote): void {
    const before = this.#newest.get(asset) ?? null;
    if (quote.price === null || (before !== null && before.at > quote.at)) return;
    this.#newest.set(asset, quote);
    this.#options.onQuote(asset, quote);
  }
}
