import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { TAPE_FAULTS, type TapeStrike, type UnsettledSpan } from './tape/fault-specs.ts';
import { unit } from './world/random.ts';
import {
  REFERENCE_FAULTS,
  type ReferenceFault,
  type ReferenceFaultSpan,
} from './world/references/fault-specs.ts';
import { SIMULATED_VENUES } from './world/venues.ts';

/** `ref`: the publishers of reference prices, whose assets are series such as `twap60-btc`. */
const VenueName = Type.Enum([...SIMULATED_VENUES, 'ref', 'all']);
const Common = {
  venue: Type.Optional(VenueName),
  /** Text that the address of an affected request contains. */
  path: Type.Optional(Type.String({ maxLength: 300 })),
  /** Number of strikes after which the fault ends by itself. Absent: it stays until it is removed. */
  times: Type.Optional(Type.Integer({ minimum: 1 })),
};
/** `after`: the venue has carried out the request, and only its answer is affected. */
const When = Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')]));

/** Faults that can be requested. */
export const FaultSpec = Type.Union([
  Type.Object({
    kind: Type.Literal('delay'),
    delayMs: Type.Integer({ minimum: 0, maximum: 600_000 }),
    when: When,
    ...Common,
  }),
  Type.Object({
    kind: Type.Literal('status'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
    when: When,
    ...Common,
  }),
  Type.Object({ kind: Type.Literal('reset'), when: When, ...Common }),
  Type.Object({ kind: Type.Literal('malformed'), ...Common }),
  /** The request arrives twice; the second answer is returned. */
  Type.Object({ kind: Type.Literal('duplicate'), ...Common }),
  /** Orders are taken and matched only this much later, as on markets that delay takers. */
  Type.Object({
    kind: Type.Literal('hold'),
    delayMs: Type.Integer({ minimum: 1, maximum: 600_000 }),
    venue: Type.Optional(VenueName),
  }),
  /** Trades are reported and then fail on chain. */
  Type.Object({ kind: Type.Literal('fail_settlement'), venue: Type.Optional(VenueName) }),
  Type.Object({
    kind: Type.Literal('silence'),
    venue: Type.Optional(VenueName),
    /** Coin, token id, ticker or slug; every asset without. */
    asset: Type.Optional(Type.String({ maxLength: 300 })),
    /** Number of the affected connection, counted from 0 in the order of opening. */
    connection: Type.Optional(Type.Integer({ minimum: 0 })),
    /** true: only connections that were open when the fault was set, so that a new one is healthy. */
    existing: Type.Optional(Type.Boolean()),
    /**
     * End of the fault: it affects subscriptions that were made before it, so that a renewed subscription is healthy.
     */
    until: Type.Optional(Type.Literal('resubscribe')),
  }),
  Type.Object({ kind: Type.Literal('freeze'), venue: Type.Optional(VenueName) }),
  Type.Object({ kind: Type.Literal('rate_limits'), venue: Type.Optional(VenueName) }),
  Type.Object({
    kind: Type.Literal('clock_skew'),
    skewMs: Type.Integer({ minimum: -86_400_000, maximum: 86_400_000 }),
    venue: Type.Optional(VenueName),
  }),
  ...REFERENCE_FAULTS,
  ...TAPE_FAULTS,
]);
export type FaultSpec = Static<typeof FaultSpec>;
export type RequestFault = Extract<
  FaultSpec,
  { kind: 'delay' | 'status' | 'reset' | 'malformed' | 'duplicate' }
>;

export interface ActiveFault {
  readonly id: number;
  readonly setAt: number;
  readonly fault: FaultSpec;
}

const checkedFault = Compile(FaultSpec);

/** Reads a fault. @throws {TypeError} when it is no fault. */
export function parseFault(value: unknown): FaultSpec {
  if (!checkedFault.Check(value)) {
    const problem = checkedFault.Errors(value)[0];
    throw new TypeError(`not a fault: ${problem?.instancePath ?? ''} ${problem?.message ?? ''}`);
  }
  return value;
}

interface Entry extends ActiveFault {
  /** Strikes that remain. */
  left: number;
  /** Strikes so far. */
  struck: number;
}

/** A listener of a stream. Its moments are the id of the newest fault then, see {@link Faults.newestId}. */
export interface Listener {
  /** The number of the connection, counted from 0 in the order they opened. */
  readonly connection: number;
  readonly openedAt: number;
  readonly subscribedAt: number;
}

/** The faults that are on. */
export class Faults {
  readonly #active = new Map<number, Entry>();
  readonly #clock: () => number;
  /** Faults of reference prices, including those that ended: the verdict on a past second depends on them. */
  #referenceFaults: readonly ReferenceFaultSpan[] = [];
  /** Faults by which trades do not settle, also after they ended. */
  #unsettled: readonly UnsettledSpan[] = [];
  #nextId = 1;

  /** @param clock The time of the simulated world. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Starts a fault and states its id. */
  set(fault: FaultSpec): number {
    const id = this.#nextId++;
    const stays = fault.kind === 'cut' ? 1 : Number.POSITIVE_INFINITY;
    const left = ('times' in fault ? fault.times : undefined) ?? stays;
    const setAt = this.#clock();
    this.#active.set(id, { id, setAt, fault, left, struck: 0 });
    if (fault.kind === 'unsettled') {
      const { venue, share = 1 } = fault;
      this.#unsettled = [...this.#unsettled, { id, venue, share, from: setAt, to: Number.POSITIVE_INFINITY }];
    }
    if (isReferenceFault(fault)) {
      const span = { id, fault, from: setAt, to: Number.POSITIVE_INFINITY };
      this.#referenceFaults = [...this.#referenceFaults, span];
    }
    return id;
  }

  /** Ends one fault. False when it is not on. */
  clear(id: number): boolean {
    const to = this.#clock();
    this.#referenceFaults = this.#referenceFaults.map((span) => (span.id === id ? { ...span, to } : span));
    this.#unsettled = this.#unsettled.map((span) => (span.id === id ? { ...span, to } : span));
    return this.#active.delete(id);
  }

  clearAll(): void {
    for (const id of [...this.#active.keys()]) this.clear(id);
  }

  /** Faults of reference prices, those that ended too, the oldest first. */
  listReferenceFaults(): readonly ReferenceFaultSpan[] {
    return this.#referenceFaults;
  }

  list(): ActiveFault[] {
    return [...this.#active.values()].map(({ id, setAt, fault }) => ({ id, setAt, fault }));
  }

  /** The faults that strike a request, each counted as used once. */
  strike(venue: string, address: string): RequestFault[] {
    const struck: RequestFault[] = [];
    for (const entry of this.#active.values()) {
      const { fault } = entry;
      if (!isRequestFault(fault) || !isFor(fault.venue, venue)) continue;
      if (fault.path !== undefined && !address.includes(fault.path)) continue;
      struck.push(fault);
      entry.left -= 1;
      if (entry.left <= 0) this.#active.delete(entry.id);
    }
    return struck;
  }

  /** Faults that are set from now on have a higher id. */
  get newestId(): number {
    return this.#nextId - 1;
  }

  /** Whether the stream keeps quiet about an asset to a listener. */
  isSilent(venue: string, asset: string, listener: Listener): boolean {
    for (const { fault, id } of this.#active.values()) {
      if (fault.kind !== 'silence' || !isFor(fault.venue, venue)) continue;
      if (fault.connection !== undefined && fault.connection !== listener.connection) continue;
      if (fault.existing === true && listener.openedAt >= id) continue;
      if (fault.until === 'resubscribe' && listener.subscribedAt >= id) continue;
      if (fault.asset === undefined || fault.asset === asset) return true;
    }
    return false;
  }

  /**
   * Whether a fault of the tape strikes a message about an asset, which counts as one strike.
   *
   * @param names Names by which a fault may mean the asset; none: any asset is struck.
   * @param movesTouch Of a change of a book. Of the changes that `gap` strikes every second one does.
   */
  strikesTape(kind: TapeStrike, venue: string, names: readonly string[] | null, movesTouch = true): boolean {
    for (const entry of this.#active.values()) {
      const { fault } = entry;
      if (fault.kind !== kind || !isFor(fault.venue, venue)) continue;
      if (fault.asset !== undefined && names !== null && !names.includes(fault.asset)) continue;
      if (kind === 'gap' && movesTouch !== (entry.struck % 2 === 0)) continue;
      entry.struck += 1;
      entry.left -= 1;
      if (entry.left <= 0) this.#active.delete(entry.id);
      return true;
    }
    return false;
  }

  /** Whether the best bid of an asset is above its best ask. */
  isCrossed(venue: string, names: readonly string[]): boolean {
    for (const { fault } of this.#active.values())
      if (fault.kind === 'cross' && isFor(fault.venue, venue))
        if (fault.asset === undefined || names.includes(fault.asset)) return true;
    return false;
  }

  /** Whether there are, or were, trades that never settle. */
  get hasUnsettled(): boolean {
    return this.#unsettled.length > 0;
  }

  /** Whether a trade was printed that never settles. @param key Of its market. @param slot Its number there. */
  isUnsettled(
    venue: string,
    trade: { readonly key: number; readonly slot: number; readonly time: number },
  ): boolean {
    return this.#unsettled.some(
      ({ id, venue: wanted, share, from, to }) =>
        isFor(wanted, venue) &&
        trade.time >= from &&
        trade.time < to &&
        unit(trade.key + 50 + id, trade.slot) < share,
    );
  }

  /** Time whose prices a venue shows: now, or when they froze. */
  priceTime(venue: string): number {
    let time = this.#clock();
    for (const { fault, setAt } of this.#active.values()) {
      if (fault.kind === 'freeze' && isFor(fault.venue, venue)) time = Math.min(time, setAt);
    }
    return time;
  }

  /** Whether a venue refuses calls beyond its published limits. */
  hasRateLimits(venue: string): boolean {
    return [...this.#active.values()].some(
      ({ fault }) => fault.kind === 'rate_limits' && isFor(fault.venue, venue),
    );
  }

  /** Delay before the venue matches an order, in ms: the longest of its `hold` faults, 0 without one. */
  holdMs(venue: string): number {
    let longest = 0;
    for (const { fault } of this.#active.values()) {
      if (fault.kind === 'hold' && isFor(fault.venue, venue)) longest = Math.max(longest, fault.delayMs);
    }
    return longest;
  }

  /** Whether the trades of a venue fail on chain after they were reported. */
  failsOnChain(venue: string): boolean {
    return [...this.#active.values()].some(
      ({ fault }) => fault.kind === 'fail_settlement' && isFor(fault.venue, venue),
    );
  }

  /**
   * Offset of the venue's clock from this machine's, in ms, positive when it is ahead: the sum of its `clock_skew`
   * faults.
   */
  skewMs(venue: string): number {
    let skew = 0;
    for (const { fault } of this.#active.values()) {
      if (fault.kind === 'clock_skew' && isFor(fault.venue, venue)) skew += fault.skewMs;
    }
    return skew;
  }
}

function isRequestFault(fault: FaultSpec): fault is RequestFault {
  return ['delay', 'status', 'reset', 'malformed', 'duplicate'].includes(fault.kind);
}

function isReferenceFault(fault: FaultSpec): fault is ReferenceFault {
  return fault.kind.startsWith('reference_');
}

function isFor(wanted: string | undefined, venue: string): boolean {
  return wanted === undefined || wanted === 'all' || wanted === venue;
}
