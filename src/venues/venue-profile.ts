import type { AssetKind, AssetRef, EpochMs, FeeSchedule, MarketState, VenueId } from '../domain/index.ts';
import type { KnownShape } from '../upstream/known-shape.ts';
import type { AdapterOptions } from './adapter-options.ts';
import type { VenueAdapter } from './venue-adapter.ts';

/** Credentials of the operator for venues whose data needs a key. */
export interface VenueSecrets {
  /** Key that opens Kalshi's streams. */
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
}

/** Conventions of a venue in naming its markets, for code that parses their texts. */
export interface ListingHabits {
  /**
   * Form of identifiers that name a game: `dated-slug` such as `lal-esp-ala-2026-01-30-ala`, `ticker` such as
   * `KXLALIGAGAME-26JAN30ESPALA-ALA`; null: no identifier does.
   */
  readonly gameNames: 'dated-slug' | 'ticker' | null;
  /** Whether titles are complete questions, of which the labels repeat a part. */
  readonly hasWholeQuestions: boolean;
  /**
   * Whether trading closes at the decisive time, while the stated end is only the expected one. Otherwise the stated
   * end is the decisive time.
   */
  readonly closesWhenDecided: boolean;
  /**
   * Whether events have an unnamed result, which wins when no named one does. Two outcomes that exclude each other may
   * then both lose, even in a sport without draws.
   */
  readonly hasFallbacks: boolean;
}

/** Books and trades that a venue provides for the tape. */
export interface TapeProfile {
  /**
   * Form of recorded books. `changes`: a whole book, then each of its changes. `wholes`: the whole book each time.
   * null: none are recorded.
   */
  readonly books: 'changes' | 'wholes' | null;
  /** Source of trades: `stream` sends them as they happen, `poll` reads the newest ones; null: none. */
  readonly trades: 'stream' | 'poll' | null;
  /** Maximum number of levels per side that the venue sends; null: all of them, or no books. */
  readonly depth: number | null;
  /** Whether books and trades need a key. */
  readonly needsKey: boolean;
  /**
   * Whether a trade of the stream may still fail, while `readTrades` lists the settled ones. Trade ids are then those
   * of transactions, each of which may have several trades.
   */
  readonly listsSettled: boolean;
  /** Additional sentence for the page of the tape in the documentation, without its full stop. */
  readonly note: string;
}

/** Facts about one venue for the rest of the service. Each profile is in the folder of its venue. */
export interface VenueProfile<Addresses = Readonly<Record<string, string>>> {
  readonly venue: VenueId;
  /** Kinds of assets that the venue lists. */
  readonly kinds: readonly AssetKind[];
  /**
   * Earliest time of a record: the start of the year in which the venue opened to the public. An earlier time is a
   * mistake of units.
   */
  readonly openedMs: EpochMs;
  /**
   * Id of an asset that the venue lists permanently, or of an invented one. Health checks use it before any asset is
   * listed.
   */
  readonly exampleAsset: string;
  /**
   * Whether the overall verdict of the feed covers the venue. Other venues count only when no covered one is recorded.
   */
  readonly isJudged: boolean;
  readonly listing: ListingHabits;
  /**
   * Finds the venue's own name of an asset: coin, market slug or ticker.
   *
   * @param state null when the asset is not listed now. The name is then derived from the store key.
   */
  readonly findOwnName: (ref: AssetRef, state: MarketState | null) => string;
  readonly tape: TapeProfile;
  /** Refresh interval of an asset that has listeners and no stream, in ms. */
  readonly pulseRefreshMs: number;
  /** Members that the venue is known to send. Absent: drift is not detected. */
  readonly knownShapes?: Readonly<Record<string, KnownShape>>;
  /** Kinds of messages that a check of the venue must receive. Absent: not checked. */
  readonly checks?: {
    /** Kinds of answers to calls, including rows. */
    readonly answers: readonly string[];
    /** One kind of message for each channel of the stream. */
    readonly channels: readonly string[];
  };
  /** Names of the upstreams that health probes, as answers show them. */
  readonly upstreams: readonly string[];
  /** Taker fees by asset kind, as the venue publishes them. A changed fee replaces its entry, with day and page. */
  readonly takerFees: Readonly<Partial<Record<AssetKind, FeeSchedule>>>;
  /** Minimum number of contracts in an order by kind of binary, which is also the step of larger orders. Absent: 1. */
  readonly contractLots?: Readonly<Partial<Record<AssetKind, number>>>;
  /**
   * Creates the adapter. Sends no request.
   *
   * @param addresses Configured addresses, as declared in the venue's `settings.ts`.
   */
  readonly create: (options: AdapterOptions, addresses: Addresses, secrets: VenueSecrets) => VenueAdapter;
}
