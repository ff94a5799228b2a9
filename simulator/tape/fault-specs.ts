import { Type } from 'typebox';
import { SIMULATED_VENUES } from '../world/venues.ts';

/** Messages that a fault of the tape strikes: every one of the streams without members. */
const Struck = {
  venue: Type.Optional(Type.Enum([...SIMULATED_VENUES, 'all'])),
  /** Coin, token id, ticker or slug. */
  asset: Type.Optional(Type.String({ maxLength: 300 })),
  /** Number of strikes after which the fault ends by itself. */
  times: Type.Optional(Type.Integer({ minimum: 1 })),
};

/** Faults of books and trades on the streams. */
export const TAPE_FAULTS = [
  /** A connection that carries the asset is lost. One strike without `times`. */
  Type.Object({ kind: Type.Literal('cut'), ...Struck }),
  /** Changes of books are not sent: in turn one that moves the touch, and one that does not. */
  Type.Object({ kind: Type.Literal('gap'), ...Struck }),
  /** Changes of books and trades are sent twice. */
  Type.Object({ kind: Type.Literal('resend'), ...Struck }),
  /** Changes of books and trades come behind the next ones of their asset, at the same moment. */
  Type.Object({ kind: Type.Literal('reorder'), ...Struck }),
  /** Changes of books and trades come once more, behind the next three of their asset. */
  Type.Object({ kind: Type.Literal('late'), ...Struck }),
  /** Changes of books state a best bid that is not the book's. */
  Type.Object({ kind: Type.Literal('wrong_touch'), ...Struck }),
  /** Crossed book: while the fault is on, the best bid is above the best ask. */
  Type.Object({
    kind: Type.Literal('cross'),
    venue: Struck.venue,
    asset: Struck.asset,
  }),
  /** Trades that are printed while it is on never settle: the list of settled trades does not have them. */
  Type.Object({
    kind: Type.Literal('unsettled'),
    venue: Struck.venue,
    /** Part of the trades; all without it. */
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
] as const;

/** Faults that strike single messages. */
export type TapeStrike = 'cut' | 'gap' | 'resend' | 'reorder' | 'late' | 'wrong_touch';

/** Trades that never settle: those of the time in which a fault was on, epoch ms, the end exclusive. */
export interface UnsettledSpan {
  readonly id: number;
  readonly venue: string | undefined;
  readonly share: number;
  readonly from: number;
  readonly to: number;
}
