/**
 * Purpose of a call to a venue. In this order calls give way to each other where a limit is near: stopping an order,
 * placing one, reading whether a cancelled one has ended, looking up an order whose answer never came, reads before
 * placing one, looking at a resting order, fees and prices of an order whose end is known, what an account holds, and
 * whether a credential is good.
 */
export type CallPurpose =
  | 'cancel'
  | 'order'
  | 'confirm'
  | 'outcome'
  | 'prepare'
  | 'resting'
  | 'fees'
  | 'account'
  | 'check';

/** A call as limits count it. */
export interface VenueCall {
  readonly purpose: CallPurpose;
  /** The bot on whose behalf the call is made; null: none. */
  readonly account: string | null;
  /** Weight of the call at the venue. Default: 1. */
  readonly cost?: number;
  /** Most that the answer may cost beyond the call: kept free until the answer has come. Default: 0. */
  readonly maxAnswerCost?: number;
  /** Whether the call is kept back at once where there is no room: somebody waits for what is known without it. */
  readonly isImpatient?: true;
}

/** Whether a call changes nothing at the venue. */
export function isRead({ purpose }: VenueCall): boolean {
  return RANK[purpose] > RANK.order;
}

/** The most urgent first. */
export const RANK: Readonly<Record<CallPurpose, number>> = {
  cancel: 0,
  order: 1,
  confirm: 2,
  outcome: 3,
  prepare: 4,
  resting: 5,
  fees: 6,
  account: 7,
  check: 8,
};
/**
 * How much of a limit each purpose may fill: more urgent calls always find room. A look-up that is kept back comes
 * later; an order whose preparation is kept back is refused. What is known of an order in doubt decides what its owner
 * may still do, so it finds room where preparations do not.
 */
export const SHARE_FRAC: Readonly<Record<CallPurpose, number>> = {
  cancel: 1,
  order: 0.95,
  confirm: 0.92,
  outcome: 0.9,
  prepare: 0.8,
  resting: 0.7,
  fees: 0.65,
  account: 0.55,
  check: 0.5,
};
/** How long a call waits for room; one that would wait longer is kept back at once. */
export const MAX_WAIT_MS: Readonly<Record<CallPurpose, number>> = {
  cancel: 3_000,
  order: 2_000,
  confirm: 3_000,
  outcome: 3_000,
  prepare: 2_000,
  resting: 3_000,
  fees: 2_000,
  account: 2_000,
  check: 5_000,
};
/** Purposes whose calls do not count against an account's part of the shared limit. */
export const UNSHARED: ReadonlySet<CallPurpose> = new Set(['cancel', 'confirm', 'outcome', 'check']);
