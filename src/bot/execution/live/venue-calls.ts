import type { Clock, VenueId } from '../../../domain/index.ts';
import { CallBudget, type CallLimits } from '../calls/call-budget.ts';
import { VenueHttp, type VenueHttpOptions } from '../calls/venue-http.ts';
import type { ErrorRow } from './error-table.ts';
import { OrderSender } from './order-sender.ts';

/** Options that every execution client has. */
export interface VenueExecutionOptions {
  /** Base address of the venue's private API, or of its simulator. */
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Limits of calls. Default: those that the venue publishes. */
  readonly limits?: CallLimits;
}

/** Facts of a venue's API by which its calls are counted, timed and judged. */
export interface VenueCallFacts {
  readonly venue: VenueId;
  /** The published limits. */
  readonly published: CallLimits;
  readonly timeProbe: VenueHttpOptions['timeProbe'] & {};
  readonly errors: readonly ErrorRow[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the calls of an execution client: HTTP within the venue's limits, and the sender of its orders. */
export function openVenueCalls(
  { url, userAgent, clock, timeoutMs, limits }: VenueExecutionOptions,
  { venue, published, timeProbe, errors, headers }: VenueCallFacts,
): { readonly http: VenueHttp; readonly sender: OrderSender } {
  const http = new VenueHttp({
    baseUrl: url,
    userAgent,
    clock,
    budget: new CallBudget(venue, limits ?? published),
    timeProbe,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(headers === undefined ? {} : { headers }),
  });
  return { http, sender: new OrderSender(http, errors) };
}
