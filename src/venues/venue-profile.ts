import type { AssetKind, AssetRef, EpochMs, FeeSchedule, MarketState, VenueId } from '../domain/index.ts';
import type { KnownShape } from '../upstream/known-shape.ts';
import type { AdapterOptions } from './adapter-options.ts';
import type { VenueAdapter } from './venue-adapter.ts';

/** Secrets that operators obtained from venues, where reading needs them. */
export interface VenueSecrets {
  /** Opens Kalshi's streams. */
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
}

/** Wording and naming conventions of a venue's markets, for code that parses their texts. */
export interface ListingHabits {
  /**
   * The form of identifiers that name a game: `dated-slug` as `lal-esp-ala-2026-01-30-ala`, `ticker` as
   * `KXLALIGAGAME-26JAN30ESPALA-ALA`; null: none do.
   */
  readonly gameNames: 'dated-slug' | 'ticker' | null;
  /** Whether titles are whole questions, of which labels repeat a part. */
  readonly hasWholeQuestions: boolean;
  /** Trading closes at the moment that counts, and the end that it names is the expected one. Else that end counts. */
  readonly closesWhenDecided: boolean;
  /**
   * Events have a result besides their named ones, which wins when nobody does: two outcomes that exclude each other
   * may both lose, also in a sport without draws.
   */
  readonly hasFallbacks: boolean;
}

/** What a venue gives the tape: books and trades as they happen. */
export interface TapeProfile {
  /** `changes`: a whole book, then each of its changes; `wholes`: the whole book each time; null: none. */
  readonly books: 'changes' | 'wholes' | null;
  /** `stream`: as they happen; `poll`: by polls of the newest ones; null: none. */
  readonly trades: 'stream' | 'poll' | null;
  /** Most levels of a side that the venue sends; null: all of them, or no books. */
  readonly depth: number | null;
  /** Whether books and trades come with a key alone. */
  readonly needsKey: boolean;
  /**
   * Whether a trade of the stream is a print that may yet fail, and `readTrades` lists those that settled: ids are those
   * of transactions then, each of which may have several trades.
   */
  readonly listsSettled: boolean;
  /** For the page of the tape: what else a reader has to know, in a sentence without its full stop. */
  readonly note: string;
}

/** Facts about one venue for the rest of the service. Each profile is in the folder of its venue. */
export interface VenueProfile<Addresses = Readonly<Record<string, string>>> {
  readonly venue: VenueId;
  /** The kinds of assets that it lists. */
  readonly kinds: readonly AssetKind[];
  /**
   * No record of the venue is older: the start of the year in which it opened to the public. A time before it is a
   * mistake of units, not history.
   */
  readonly openedMs: EpochMs;
  /** Asset id that the venue lists for good, or an invented one: used by health before any asset is listed. */
  readonly exampleAsset: string;
  /** Whether the feed's verdict covers the venue. A venue outside of it is judged when no other one is recorded. */
  readonly isJudged: boolean;
  readonly listing: ListingHabits;
  /**
   * Finds the venue's own name of an asset: coin, market slug or ticker.
   *
   * @param state null: the asset is not listed now, and the name is derived from its store key.
   */
  readonly findOwnName: (ref: AssetRef, state: MarketState | null) => string;
  readonly tape: TapeProfile;
  /** Refresh interval of an asset that no stream carries, while it has listeners. */
  readonly pulseRefreshMs: number;
  /** Members that the venue's messages are known to hold. Absent: nothing is compared. */
  readonly knownShapes?: Readonly<Record<string, KnownShape>>;
  /** Kinds of messages that a check of the venue must meet. Absent: not checked. */
  readonly checks?: {
    /** Kinds of answers to calls, rows among them. */
    readonly answers: readonly string[];
    /** Channels of the stream, by one kind of message of each. */
    readonly channels: readonly string[];
  };
  /** Names of the upstreams that health probes, as answers show them. */
  readonly upstreams: readonly string[];
  /** Taker fees by kind, as the venue publishes them. Replace an entry, with day and page, when they change. */
  readonly takerFees: Readonly<Partial<Record<AssetKind, FeeSchedule>>>;
  /** The smallest number of contracts of an order by kind of binary, and the step of larger ones. Absent: 1. */
  readonly contractLots?: Readonly<Partial<Record<AssetKind, number>>>;
  /**
   * Builds the adapter. Nothing is asked of the venue yet.
   *
   * @param addresses Those that the venue's `settings.ts` declares, as they are configured.
   */
  readonly create: (options: AdapterOptions, addresses: Addresses, secrets: VenueSecrets) => VenueAdapter;
}
