import { type Static, Type } from 'typebox';
import { VENUES, type VenueId } from '../../domain/index.ts';
import { WireSchema } from '../../upstream/wire-schema.ts';

const Count = Type.Number({ minimum: 0 });

/** The counters of `/api/feed/health` that a report shows, of one venue. */
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

/** Counters of a service that ran beside a check, of one venue meanwhile. */
export interface ServiceCounters {
  readonly venue: VenueId;
  readonly polls: number;
  readonly failedPolls: number;
  readonly refused: number;
  readonly refusedValues: number;
  /** Number of reconnects; null: the venue has no stream. */
  readonly reconnects: number | null;
}

/**
 * Subtracts an answer of `/api/feed/health` from a later one, by venue. After a restart in between, the counts are those
 * since the restart.
 *
 * @returns null where the answers have another form.
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
