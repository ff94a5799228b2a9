import { type Static, Type } from 'typebox';
import { VENUES, type VenueId } from '../../domain/index.ts';
import { WireSchema } from '../../upstream/wire-schema.ts';

const Count = Type.Number({ minimum: 0 });

/** Counters of one venue in an answer of `/api/feed/health`, as far as a report shows them. */
const VenueCounters = Type.Object({
  okCount: Count,
  failCount: Count,
  schemaFailures: Count,
  refusedValues: Count,
  stream: Type.Union([Type.Null(), Type.Object({ reconnects: Count })]),
});
const venueCounters = new WireSchema('counters of a venue', VenueCounters);
const health = new WireSchema(
  'feed health',
  Type.Object({
    health: Type.Intersect([Type.Object({ startedAt: Count }), Type.Record(Type.String(), Type.Unknown())]),
  }),
);

/** Counters of one venue in a running service, counted during a check. */
export interface ServiceCounters {
  readonly venue: VenueId;
  readonly polls: number;
  readonly failedPolls: number;
  readonly refused: number;
  readonly refusedValues: number;
  /** Number of reconnects of the stream; null: the venue has no stream. */
  readonly reconnects: number | null;
}

/**
 * Subtracts the counters in an answer of `/api/feed/health` from those in a later answer, venue by venue. When the
 * service restarted in between, the counts begin at the restart.
 *
 * @returns null when an answer does not have the expected shape.
 */
export function compareCounters(before: unknown, after: unknown): ServiceCounters[] | null {
  if (!health.accepts(before) || !health.accepts(after)) return null;
  const isSameRun = before.health.startedAt === after.health.startedAt;
  return VENUES.flatMap((venue) => {
    const last = after.health[venue];
    if (!venueCounters.accepts(last)) return [];
    const first = isSameRun ? before.health[venue] : null;
    const from = venueCounters.accepts(first) ? first : null;
    return [subtract(venue, last, from)];
  });
}

function subtract(
  venue: VenueId,
  last: Static<typeof VenueCounters>,
  first: Static<typeof VenueCounters> | null,
): ServiceCounters {
  return {
    venue,
    polls: last.okCount - (first?.okCount ?? 0),
    failedPolls: last.failCount - (first?.failCount ?? 0),
    refused: last.schemaFailures - (first?.schemaFailures ?? 0),
    refusedValues: last.refusedValues - (first?.refusedValues ?? 0),
    reconnects: last.stream === null ? null : last.stream.reconnects - (first?.stream?.reconnects ?? 0),
  };
}
