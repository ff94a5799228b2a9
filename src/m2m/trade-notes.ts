import { hasEnded, isPerpKind, type Resolution } from '../domain/index.ts';
import type { LiveView } from './live-view.ts';

/** Spread above which the cost of a trade exceeds most edges. */
const WIDE_SPREAD_BPS = 500;
const WIDE_SPREAD_PTS = 5;

export interface TradeNoteInputs {
  readonly view: LiveView;
  /** Time until the market ends, and its resolution; null for assets without an end. */
  readonly horizon: { readonly daysToResolve: number | null; readonly settlement: Resolution | null } | null;
  readonly spreadBps: number | null;
  /** Spread in percentage points; null for perpetuals. */
  readonly spreadPts: number | null;
}

/** Builds sentences about facts that someone who trades the asset must know. */
export function buildTradeNotes({ view, horizon, spreadBps, spreadPts }: TradeNoteInputs): string[] {
  const { ref, state, isBeyondLimit, bid, ask, isStale } = view;
  const notes: string[] = [];
  const note = (applies: boolean, sentence: string) => {
    if (applies) notes.push(sentence);
  };

  note(!isPerpKind(ref.kind), 'BUY and SELL are of the Yes outcome; selling Yes is buying No.');
  note(state === null && !isBeyondLimit, 'The venue no longer lists this asset.');
  note(
    isBeyondLimit,
    'This service does not record this asset now: the venue lists it below the limit of markets set here.',
  );
  note(isStale && state !== null, 'The feed of this venue is stale: look at the venue before you trade.');
  note(state !== null && bid === null && ask === null, 'No bid and no ask are known.');
  note(bid !== null && ask === null, 'The book has no asks.');
  note(bid === null && ask !== null, 'The book has no bids.');
  const isPerp = isPerpKind(ref.kind);
  note(
    isPerp && spreadBps !== null && spreadBps > WIDE_SPREAD_BPS,
    `The spread is wider than ${WIDE_SPREAD_BPS} bps.`,
  );
  note(
    !isPerp && spreadPts !== null && spreadPts > WIDE_SPREAD_PTS,
    `The spread is wider than ${WIDE_SPREAD_PTS} points.`,
  );
  note(
    state?.kind === 'binary' && state.ticker.status === 'paused',
    'The venue has paused trading in this market.',
  );
  note(state?.kind === 'binary' && hasEnded(state.ticker.status), 'The market is closed to trading.');
  const resolution = horizon?.settlement ?? null;
  note(resolution !== null, `The market has resolved: ${resolution?.outcome}.`);
  note(resolution === null && horizon?.daysToResolve === 0, 'The end of this market has passed.');
  return notes;
}
