import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AssetRef, type BinaryState, UpstreamError, type VenuePoll } from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { StreamTrust } from '../stream-trust.ts';
import type { PolymarketClient } from './client.ts';
import { EventRosters } from './event-rosters.ts';
import { readMarketList } from './market-list.ts';
import { identify, type MarketIdentity, type PolledMarket, withTouch } from './normalise.ts';
import { chooseRecordedPrice, isEmpty, type PolymarketQuote } from './quote.ts';
import { SideMemory } from './side-memory.ts';
import type { MarketStream } from './stream/stream.ts';
import { bookEvent } from './wire.ts';

export interface UniverseOptions extends AdapterOptions {
  readonly client: PolymarketClient;
  readonly stream: MarketStream | null;
}

const MAX_IDENTITIES = 50_000;

/** Keeps the universe of the venue: the largest markets, which of their tokens is Yes, and which events are complete. */
export class Universe {
  readonly #options: UniverseOptions;
  readonly #sides: SideMemory;
  readonly #rosters: EventRosters;
  readonly #trust: StreamTrust;
  /** Native ids, by store key, of assets that no poll has listed. */
  readonly #identities = createLastUsed<string, MarketIdentity>(MAX_IDENTITIES);

  constructor(options: UniverseOptions) {
    this.#options = options;
    const { client, clock, recall } = options;
    this.#sides = new SideMemory({
      readTokenNames: (conditionId, signal) => client.readTokenNames(conditionId, signal),
      intake: client.intake,
      clock,
      max: MAX_IDENTITIES,
      ...(recall && { recall }),
    });
    this.#rosters = new EventRosters({ read: (id, signal) => client.readEventMarkets(id, signal), clock });
    this.#trust = new StreamTrust({
      intake: client.intake,
      wire: bookEvent,
      source: 'the list',
      onDoubt: (asset) => options.stream?.restart(asset),
    });
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    const { client, stream, clock } = this.#options;
    const { listed, isCutAtLimit } = await readMarketList(client, this.#sides, this.#options, signal);
    await nextTurn();
    const receivedAt = clock();
    this.#sides.refresh();
    stream?.track(listed, !isCutAtLimit);
    const complete = this.#rosters.completeEvents(listed);
    this.#rosters.refresh(listed);

    this.#trust.keep(new Set(listed.map(({ state }) => state.ref.asset)));

    let emptyBooks = 0;
    await nextTurn();
    const markets = await mapInSlices(listed, (market): BinaryState => {
      const touch = this.#findFreshTouch(market);
      const state = this.#judge(market, touch);
      if (isEmpty(touch ?? market.quote)) emptyBooks++;
      const { eventKey } = state.ticker;
      const isComplete = market.isFixedEvent && eventKey !== null && complete.has(eventKey);
      return isComplete ? { ...state, ticker: { ...state.ticker, exhaustive: true } } : state;
    });
    return { venue: 'polymarket', receivedAt, markets, emptyBooks, isCutAtLimit, statesTotals: true };
  }

  /** Whether a market's streamed touch may be used: it has not contradicted the venue's list. */
  isBelieved(asset: string): boolean {
    return this.#trust.isBelieved(asset);
  }

  /** Finds the venue's own ids of an asset that a poll has shown or that was requested by name. */
  findIdentity(storeKey: string): MarketIdentity | undefined {
    return this.#sides.find(storeKey) ?? this.#identities.get(storeKey);
  }

  /**
   * Finds the ids of an asset: from the polls, or from the venue by slug once the asset is no longer listed.
   *
   * @throws {UpstreamError} `not_found` for an asset that the venue does not list.
   */
  async resolveIdentity(ref: AssetRef, signal: AbortSignal): Promise<MarketIdentity> {
    const known = this.findIdentity(ref.storeKey);
    if (known !== undefined) return known;
    const { client } = this.#options;
    const by = { slug: ref.storeKey };
    const market =
      (await client.findMarket(by, true, 'backfill', signal)) ??
      (await client.findMarket(by, false, 'backfill', signal));
    const identity = market === null ? null : identify(market);
    if (identity === null) throw new UpstreamError('not_found', `polymarket does not list ${ref.asset}`);
    this.#identities.set(ref.storeKey, identity);
    return identity;
  }

  async close(): Promise<void> {
    await this.#rosters.close();
    await this.#sides.close();
  }

  /** Finds the streamed touch of a market whose sides are certain; null otherwise. */
  #findFreshTouch({ state, lifecycle, side }: PolledMarket): PolymarketQuote | null {
    const isKnown = lifecycle === 'open' && side !== 'disputed';
    return isKnown ? (this.#options.stream?.freshQuote(state.ref.asset) ?? null) : null;
  }

  /** Adds the streamed touch to a state, unless it contradicts the market's row. */
  #judge(market: PolledMarket, touch: PolymarketQuote | null): BinaryState {
    const { state } = market;
    if (touch === null) return state;
    const stated = { listed: state.price, streamed: chooseRecordedPrice(touch) };
    const streamDoubt = this.#trust.judge(state.ref.asset, stated);
    return streamDoubt === null ? withTouch(market, touch) : { ...state, streamDoubt };
  }
}
