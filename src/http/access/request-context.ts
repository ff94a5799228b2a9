import type { VenueNeed } from '../../accounts/keys/keys.ts';
import { ANONYMOUS, type Principal } from '../../accounts/principal.ts';
import { type MicroUsd, NO_MONEY } from '../../domain/index.ts';

/**
 * Facts that the request pipeline has found about a request. Handlers, streams, limits and logs read them and never
 * change them.
 */
export interface RequestContext {
  readonly principal: Principal;
  /** Venues whose data the response contains; null when the request names none. */
  readonly venues: VenueNeed;
  /** Price of the response in micro-USD; 0: free. A failure is never charged. */
  readonly price: MicroUsd;
}

/** Requests that bypass the gate share this frozen context, so open routes pay nothing for the pipeline. */
export const OPEN_CONTEXT: RequestContext = Object.freeze({
  principal: ANONYMOUS,
  venues: null,
  price: NO_MONEY,
});
