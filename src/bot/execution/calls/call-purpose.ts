/**
 * Purposes of calls to a venue, the most urgent first: stopping an order, placing one, reading whether a cancelled one
 * has ended, looking up an order without an answer, reads before placing one, looking at a resting order, fees and
 * prices of an ended order, holdings of an account, and checks of a credential. Where a limit is near, calls give way
 * in this order.
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

/** A call, with the facts by which the venue's limits count it. */
export interface VenueCall {
  readonly purpose: CallPurpose;
  /** Account on whose behalf the call is made: its public name at the venue, or the id of its token. null: none. */
  readonly account: string | null;
  /** Weight of the call at the venue. Default: 1. */
  readonly cost?: number;
  /** Greatest cost that the answer may add: room for it is kept until the answer has come. Default: 0. */
  readonly maxAnswerCost?: number;
  /** Whether the call is kept back instead of waiting for room, because its caller can do without it. */
  readonly isImpatient?: true;
}

/** Whether a call changes nothing at the venue. */
export function isRead({ purpose }: VenueCall): boolean {
  return RANK[purpose] > RANK.order;
}

/** Rank of each purpose; 0: the most urgent. */
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
 * Part of a limit that calls of each purpose may fill, so that more urgent calls always find room. A look-up that is
 * kept back is made later, while an order whose preparation is kept back is refused. Look-ups may fill more than
 * preparations, because an owner can do little while an order is in doubt.
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
/** Time in ms for which a call waits for room; a call that would wait longer is kept back at once. */
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
/** Purposes whose calls do not count against an account's part of the limits of the address. */
export const UNSHARED: ReadonlySet<CallPurpose> = new Set(['cancel', 'confirm', 'outcome', 'check']);
