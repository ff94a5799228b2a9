import { type Static, Type } from 'typebox';
import { REFERENCE_COINS, REFERENCE_SOURCES } from './reference-prices.ts';

/** The series that a fault strikes, all of them without members, and the share of its seconds. */
const Series = {
  source: Type.Optional(Type.Enum([...REFERENCE_SOURCES])),
  coin: Type.Optional(Type.Enum(REFERENCE_COINS.map(({ id }) => id))),
  /** Part of the seconds that are struck; every one without it. */
  share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
};

/** Faults of publishers of reference prices. They strike the seconds from the moment they are set on. */
export const REFERENCE_FAULTS = [
  /** Seconds are not published. */
  Type.Object({
    kind: Type.Literal('reference_hole'),
    /** Ends by itself after so many seconds. */
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    ...Series,
  }),
  /** Values come so much later. */
  Type.Object({
    kind: Type.Literal('reference_late'),
    delayMs: Type.Integer({ minimum: 1, maximum: 900_000 }),
    ...Series,
  }),
  /** A second value follows, which is the one that counts. */
  Type.Object({
    kind: Type.Literal('reference_correct'),
    deltaBps: Type.Number({ minimum: -1_000, maximum: 1_000 }),
    ...Series,
  }),
  /** Every frame comes twice. */
  Type.Object({ kind: Type.Literal('reference_double'), ...Series }),
  /** The stated moment is so much later than the value's own. */
  Type.Object({
    kind: Type.Literal('reference_future'),
    aheadMs: Type.Integer({ minimum: 1_000, maximum: 86_400_000 }),
    ...Series,
  }),
  /** Values are labelled as those of another source. */
  Type.Object({ kind: Type.Literal('reference_mislabel'), ...Series }),
  /** The average of the index at the close stands on 59 of 60 values. */
  Type.Object({ kind: Type.Literal('reference_partial'), ...Series }),
  /** Windows that close meanwhile pay against the values of their own source. */
  Type.Object({ kind: Type.Literal('reference_other_result'), ...Series }),
] as const;

const AnyFault = Type.Union([...REFERENCE_FAULTS]);
export type ReferenceFault = Static<typeof AnyFault>;

/** A fault of reference prices with the time in which it was on, epoch ms, the end exclusive. */
export interface ReferenceFaultSpan {
  readonly id: number;
  readonly fault: ReferenceFault;
  readonly from: number;
  readonly to: number;
}
