import { FACTS, haveSameFacts, type MarketState, type VenuePoll } from '../../domain/index.ts';

/**
 * Compares what the markets of a venue say of themselves with the poll before, once for everybody: states of equal facts
 * have the same {@link FACTS}, so that recorder and links need not look at their texts again.
 */
export class KnownFacts {
  readonly #known = new Map<string, { state: MarketState; facts: object }>();

  /** Marks the states of a poll that nobody has seen yet: copies would cost as much as the comparison. */
  mark({ markets }: VenuePoll): void {
    for (const market of markets) {
      const { storeKey } = market.ref;
      const known = this.#known.get(storeKey);
      if (known === undefined) {
        const facts = {};
        this.#known.set(storeKey, { state: market, facts });
        setFacts(market, facts);
        continue;
      }
      if (!haveSameFacts(known.state, market)) known.facts = {};
      known.state = market;
      setFacts(market, known.facts);
    }
    if (this.#known.size > markets.length) this.#forgetLeft(markets);
  }

  #forgetLeft(markets: readonly MarketState[]): void {
    const listed = new Set(markets.map(({ ref }) => ref.storeKey));
    for (const storeKey of this.#known.keys()) if (!listed.has(storeKey)) this.#known.delete(storeKey);
  }
}

function setFacts(market: { [FACTS]?: object }, facts: object): void {
  market[FACTS] = facts;
}
