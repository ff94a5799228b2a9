import type { VenueNeed } from '../../accounts/keys/keys.ts';
import { ANONYMOUS, type Principal } from '../../accounts/principal.ts';
import { type MicroUsd, NO_MONEY } from '../../domain/index.ts';

/** Facts about a request that its steps have found. Handlers, streams, limits and logs read them; nothing changes them. */
export interface RequestContext {
  readonly principal: Principal;
  /** The venues whose data the answer states: one, several, or none where the request names none. */
  readonly venues: VenueNeed;
  /** Price of the answer; 0: free. A failure is never charged. */
  readonly price: MicroUsd;
}

/** Requests that bypass the gate share this frozen context, so open routes pay nothing for the pipeline. */
export const OPEN_CONTEXT: RequestContext = Object.freeze({
  principal: ANONYMOUS,
  venues: null,
  price: NO_MONEY,
});
