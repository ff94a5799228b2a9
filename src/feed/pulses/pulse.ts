import {
  type AssetKind,
  type AssetRef,
  type AssetUpdate,
  type Book,
  type EpochMs,
  findNarrowMid,
  isPerpKind,
  type MarketState,
} from '../../domain/index.ts';

/** Shortest time between two pulses of one asset, in ms. When there are more, the newest is sent. */
export const MIN_PULSE_MS = 250;

/** Newest touch of one asset, as listeners receive it. */
export interface Pulse {
  readonly asset: string;
  readonly kind: AssetKind;
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** The venue's own 24 h change in percent; null for binaries. */
  readonly change24hPct: number | null;
  /** Time by the venue's clock; null when the venue states none. */
  readonly venueTime: EpochMs | null;
  /** Time by our clock at which the venue's message arrived. */
  readonly receivedAt: EpochMs;
}

/** Builds a pulse from a poll. */
export function toStatePulse(state: MarketState, receivedAt: EpochMs): Pulse {
  return {
    asset: state.ref.asset,
    kind: state.ref.kind,
    price: state.price,
    bid: state.bid,
    ask: state.ask,
    change24hPct: findChange(state),
    venueTime: state.venueTime,
    receivedAt,
  };
}

/** Builds a pulse from a stream update, completed by the newest state. */
export function toUpdatePulse(
  { asset, kind }: AssetRef,
  update: AssetUpdate,
  state: MarketState | null,
): Pulse {
  return {
    asset,
    kind,
    price: update.price ?? state?.price ?? null,
    bid: update.bid,
    ask: update.ask,
    change24hPct: state === null ? null : findChange(state),
    venueTime: update.venueTime,
    receivedAt: update.receivedAt,
  };
}

/** Keeps the touch of the stream when a poll has none, while the stream carries the asset. */
export function keepTouch(pulse: Pulse, before: Pulse | undefined): Pulse {
  if (pulse.bid !== null || pulse.ask !== null || before === undefined) return pulse;
  return { ...pulse, bid: before.bid, ask: before.ask };
}

/** Builds a pulse from a live book. */
export function toBookPulse(ref: AssetRef, book: Book, state: MarketState | null): Pulse {
  const bid = book.bids[0]?.price ?? null;
  const ask = book.asks[0]?.price ?? null;
  const mid = isPerpKind(ref.kind) ? null : findNarrowMid(bid, ask);
  return {
    asset: ref.asset,
    kind: ref.kind,
    price: mid ?? state?.price ?? null,
    bid,
    ask,
    change24hPct: state === null ? null : findChange(state),
    venueTime: book.venueTime,
    receivedAt: book.receivedAt,
  };
}

/** Finds the venue's own 24 h change in percent; null for a binary. */
function findChange(state: MarketState): number | null {
  return state.kind === 'perp' ? state.ticker.changePct : null;
}
