import type { VenueNeed } from '../../accounts/keys.ts';
import { ANONYMOUS, type Principal } from '../../accounts/principal.ts';
import { type MicroUsd, NO_MONEY } from '../../domain/index.ts';

/** What a request's way to its handler has learnt. Handlers, streams, limits and logs read it; nobody changes it. */
export interface RequestContext {
  readonly principal: Principal;
  /** Whose data the answer states: one venue's, several venues', or none that the request names. */
  readonly venues: VenueNeed;
  /** What the answer costs; 0: nothing. A failure is never charged. */
  readonly price: MicroUsd;
}

/** Of requests that pass no gate. One object for all of them: the open routes pay nothing for the pipeline. */
export const OPEN_CONTEXT: RequestContext = Object.freeze({
  principal: ANONYMOUS,
  venues: null,
  price: NO_MONEY,
});
