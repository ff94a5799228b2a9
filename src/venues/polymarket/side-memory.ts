import {
  type Clock,
  computeAge,
  type Evidence,
  HOUR_MS,
  type MarketFacts,
  MINUTE_MS,
} from '../../domain/index.ts';
import { createLastUsed, type LastUsed } from '../../scheduling/last-used.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { identify, type MarketIdentity } from './normalise.ts';
import { type GammaMarket, gammaMarket } from './wire.ts';

export interface SideMemoryOptions {
  /** Reads the CLOB's outcome name of each token of a condition; null when the CLOB does not list the condition. */
  readonly readTokenNames: (
    conditionId: string,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, string> | null>;
  readonly intake: Intake;
  readonly clock: Clock;
  /** Maximum number of remembered markets. */
  readonly max: number;
  readonly recall?: AdapterOptions['recall'];
}

/** Judgement on a row, given what is known of its market. */
export type SideVerdict =
  /** The row agrees with the known sides, or the market is new. `identity` is the row in terms of the known Yes. */
  | { readonly status: 'agreed'; readonly identity: MarketIdentity }
  /**
   * The row is another market with a known name, or another name of a known market, while the first is still listed.
   */
  | { readonly status: 'other_market' }
  /** The row names its tokens differently, and the CLOB has not answered yet, or agrees with neither. */
  | { readonly status: 'disputed'; readonly known: MarketIdentity; readonly at: Evidence }
  /** The CLOB has decided against the row, so its prices may be those of the other side. */
  | { readonly status: 'contradicted'; readonly known: MarketIdentity; readonly at: Evidence };

interface KnownSides {
  readonly identity: MarketIdentity;
  /** Time at which a row of the market was last seen. */
  readonly seenAt: number;
}

interface Dispute {
  /** The row about which the CLOB was asked, as text. */
  readonly claim: string;
  readonly askedAt: number;
  readonly isDecidedForKnown: boolean;
}

const ASK_AGAIN_MS = MINUTE_MS;
const ASKS_A_POLL = 10;
/** Time without a listing after which another market may use a name. */
const NAME_KEPT_MS = HOUR_MS;

/**
 * Remembers which token of a market is Yes. When a row lists its tokens in another order, or names them differently,
 * its prices are not used until the CLOB's names of the tokens decide.
 */
export class SideMemory {
  readonly #options: SideMemoryOptions;
  readonly #known: LastUsed<string, KnownSides>;
  /** Store key of each market by the venue's own id. */
  readonly #names: LastUsed<string, string>;
  readonly #disputes = new Map<string, Dispute>();
  readonly #abort = new AbortController();
  readonly #waiting = new Map<string, MarketIdentity>();
  #asking: Promise<void> | null = null;

  constructor(options: SideMemoryOptions) {
    this.#options = options;
    this.#known = createLastUsed(options.max);
    this.#names = createLastUsed(options.max);
  }

  /** Finds the known ids of a market by its store key. */
  find(storeKey: string): MarketIdentity | undefined {
    return this.#known.get(storeKey)?.identity;
  }

  /** Reads unknown markets as earlier runs recorded them. */
  async recall(markets: readonly GammaMarket[]): Promise<void> {
    const { recall } = this.#options;
    if (recall === undefined) return;
    for (const market of markets) {
      const row = identify(market);
      if (row === null || this.#known.has(row.ref.storeKey)) continue;
      // When the register cannot be read, the market is treated as new.
      const facts = await recall(row.ref).catch(() => null);
      const known = facts === null ? null : toKnown(row, facts);
      if (known !== null)
        this.#known.set(row.ref.storeKey, { identity: known, seenAt: Number.NEGATIVE_INFINITY });
    }
  }

  judge(stated: MarketIdentity): SideVerdict {
    const { storeKey } = stated.ref;
    const seenAt = this.#options.clock();
    const before = this.#known.get(storeKey);
    const isOther = before !== undefined && before.identity.id !== stated.id;
    if (isOther && seenAt - before.seenAt < NAME_KEPT_MS) return { status: 'other_market' };
    // A market keeps its name, because a second name would split its history.
    const name = this.#names.get(stated.id) ?? storeKey;
    const named = name === storeKey ? undefined : this.#known.get(name);
    if (named !== undefined && seenAt - named.seenAt < NAME_KEPT_MS) return { status: 'other_market' };
    this.#names.set(stated.id, storeKey);
    const known = isOther ? undefined : before?.identity;
    const row = known === undefined ? stated : orient(stated, known);
    const isAgreed = known === undefined || isSame(known, row);
    // Equal facts share one object, because the feed also keeps the object of the first row.
    const isKnown = known !== undefined && known.conditionId === row.conditionId;
    const identity = isAgreed && !isKnown ? row : (known ?? row);
    this.#known.set(storeKey, { identity, seenAt });
    if (isAgreed) {
      this.#disputes.delete(storeKey);
      return { status: 'agreed', identity };
    }
    const claim = toClaim(row);
    const dispute = this.#disputes.get(storeKey);
    const isStanding = dispute?.claim === claim;
    if (
      !isStanding ||
      (!dispute.isDecidedForKnown && computeAge(this.#options.clock(), dispute.askedAt) >= ASK_AGAIN_MS)
    )
      this.#waiting.set(storeKey, row);
    const refusal = refuse(gammaMarket.name, 'its tokens have another order or other names', {
      endpoint: gammaMarket.endpoint,
      row: storeKey,
      member: '/clobTokenIds',
      value: claim,
    });
    this.#options.intake.count(refusal, true);
    const isDecided = isStanding && dispute.isDecidedForKnown;
    return { status: isDecided ? 'contradicted' : 'disputed', known, at: refusal.at };
  }

  /** Asks the CLOB about the newest disputes, in the background and in one round at a time. */
  refresh(): void {
    if (this.#asking !== null || this.#waiting.size === 0 || this.#abort.signal.aborted) return;
    const rows = [...this.#waiting.values()].slice(0, ASKS_A_POLL);
    this.#asking = this.#ask(rows).finally(() => {
      this.#asking = null;
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#asking;
  }

  async #ask(rows: readonly MarketIdentity[]): Promise<void> {
    for (const row of rows) {
      const { storeKey } = row.ref;
      this.#waiting.delete(storeKey);
      const askedAt = this.#options.clock();
      const names = await this.#options
        .readTokenNames(row.conditionId, this.#abort.signal)
        // The client has counted the failure. The dispute remains, and the CLOB is asked again later.
        .catch(() => null);
      if (this.#abort.signal.aborted) return;
      const known = this.#known.get(storeKey)?.identity;
      if (known === undefined) continue;
      const agrees = (market: MarketIdentity) => names !== null && agreesWith(market, names);
      if (agrees(row)) {
        this.#known.set(storeKey, { identity: row, seenAt: askedAt });
        this.#disputes.delete(storeKey);
      } else {
        this.#disputes.set(storeKey, { claim: toClaim(row), askedAt, isDecidedForKnown: agrees(known) });
      }
    }
  }
}

/**
 * Converts a registered market to the order of its row; null when it is another market, or its tokens are not
 * registered.
 */
function toKnown(
  row: MarketIdentity,
  { outcomes, nativeIds }: Pick<MarketFacts, 'outcomes' | 'nativeIds'>,
): MarketIdentity | null {
  const { marketId, yesTokenId: yesToken, noTokenId: noToken } = nativeIds;
  if (outcomes === null || marketId !== row.id || yesToken === undefined || noToken === undefined)
    return null;
  // The register does not contain the order of the lists. The row's order is used if the tokens are the same.
  const yesIndex = row.yesToken === yesToken || row.yesIndex === 1 ? row.yesIndex : 0;
  return { ...row, outcomes, yesToken, noToken, yesIndex };
}

function isSame(one: MarketIdentity, two: MarketIdentity): boolean {
  return (
    one.yesToken === two.yesToken &&
    one.noToken === two.noToken &&
    one.yesIndex === two.yesIndex &&
    one.outcomes[0] === two.outcomes[0] &&
    one.outcomes[1] === two.outcomes[1]
  );
}

function agreesWith(
  { yesToken, noToken, outcomes }: MarketIdentity,
  names: ReadonlyMap<string, string>,
): boolean {
  const [yes, no] = [names.get(yesToken), names.get(noToken)];
  return isName(yes, outcomes[0]) && isName(no, outcomes[1]);
}

function isName(stated: string | undefined, name: string): boolean {
  return stated !== undefined && stated.trim().toLowerCase() === name.trim().toLowerCase();
}

/**
 * Reverses a row whose sides are exactly exchanged, so that Yes remains the known token. Where no side is named Yes,
 * the first one is Yes.
 */
function orient(row: MarketIdentity, known: MarketIdentity): MarketIdentity {
  const isTurned =
    row.yesToken === known.noToken &&
    row.noToken === known.yesToken &&
    row.outcomes[0] === known.outcomes[1] &&
    row.outcomes[1] === known.outcomes[0];
  if (!isTurned) return row;
  return {
    ...row,
    yesIndex: row.yesIndex === 0 ? 1 : 0,
    yesToken: row.noToken,
    noToken: row.yesToken,
    outcomes: [row.outcomes[1], row.outcomes[0]],
  };
}

/** Formats the sides of a row for evidence. */
function toClaim({ yesIndex, yesToken, noToken, outcomes }: MarketIdentity): string {
  const end = (token: string) => token.slice(-6);
  return `${yesIndex} ${outcomes[0]} ${end(yesToken)} ${outcomes[1]} ${end(noToken)}`;
}
