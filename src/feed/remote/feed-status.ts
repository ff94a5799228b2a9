import { Type } from 'typebox';
import type { EpochMs, VenueId } from '../../domain/index.ts';
import { WireSchema } from '../../upstream/client.ts';
import type { BookTouch } from '../book-touches.ts';
import type { PollerHealth } from '../feed.ts';
import type { SnapshotStats } from '../snapshot-store.ts';
import type { Silence, SilenceCounts } from '../watchdog/silence.ts';

/** Number of markets whose resolution the feed waits for, and of those whose resolution it recorded. */
export interface ResolutionCounts {
  readonly waiting: number;
  readonly recorded: number;
}

/**
 * Facts about the feed of a venue in addition to its newest snapshot, for the answers of other processes. Published
 * every second. Times are by the feed's clock.
 */
export interface FeedStatus {
  readonly fence: number;
  /** Address at which the feed answers other processes. */
  readonly url: string;
  readonly startedAt: EpochMs;
  readonly health: PollerHealth;
  readonly silences: SilenceCounts & {
    readonly ended: readonly Silence[];
    readonly ongoing: readonly Silence[];
  };
  /** Counts of resolutions for all venues. */
  readonly resolutions: ResolutionCounts;
  /** Statistics of stored snapshots for all venues. */
  readonly snapshots: SnapshotStats;
  /** Number of books read for listeners, by asset. */
  readonly refreshes: Readonly<Record<string, number>>;
  /** Best prices of recently read books, by asset. Absent: the feed is of an earlier version. */
  readonly touches?: Readonly<Record<string, BookTouch>>;
  /** Number of calls of the internal port without a valid signature, since the start. */
  readonly forgedCalls: number;
}

const Count = Type.Number({ minimum: 0 });
const Time = Type.Number();
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const SilenceSchema = Type.Object({
  asset: Type.String(),
  venue: Type.String(),
  movedAt: Time,
  detectedAt: Time,
  recoveredAt: orNull(Time),
  restarts: Count,
});

const EvidenceSchema = Type.Object({
  endpoint: Type.String(),
  row: orNull(Type.String()),
  member: orNull(Type.String()),
  value: orNull(Type.String()),
});

const StatusSchema = new WireSchema(
  'status of the feed',
  Type.Object({
    fence: Count,
    url: Type.String(),
    startedAt: Time,
    health: Type.Object({
      venue: Type.String(),
      okCount: Count,
      failCount: Count,
      lastError: orNull(Type.String()),
      pollIntervalMs: Count,
      effectiveIntervalMs: Count,
      running: Type.Boolean(),
      refusedValues: Count,
      unstored: orNull(Type.Object({ count: Count, sinceMs: Time })),
      concerns: Type.Array(
        Type.Object({
          code: Type.String(),
          message: Type.String(),
          count: Count,
          sinceMs: Time,
          at: orNull(EvidenceSchema),
        }),
      ),
      wire: Type.Object({
        requests: Count,
        failures: Count,
        schemaFailures: Count,
        lastSchemaFailure: orNull(Type.String()),
        refused: Type.Array(
          Type.Object({
            kind: Type.String(),
            member: Type.String(),
            count: Count,
            sinceMs: Time,
            lastMs: Time,
            at: EvidenceSchema,
          }),
        ),
        kinds: Type.Array(
          Type.Object({
            kind: Type.String(),
            endpoint: Type.String(),
            isRow: Type.Boolean(),
            read: Count,
            refused: Count,
            lastReadMs: orNull(Time),
            refusedInRow: Count,
            refusedSinceMs: orNull(Time),
            unknownMembers: Type.Array(Type.String()),
            unknownSinceMs: orNull(Time),
          }),
        ),
        blocked: Type.Boolean(),
        budgetUsedFrac: Type.Number(),
        budgetUsedBesidePollsFrac: Type.Number(),
      }),
      stream: orNull(
        Type.Object({
          connections: Count,
          connected: Count,
          subscriptions: Count,
          reconnects: Count,
          lastMessageAt: orNull(Time),
        }),
      ),
    }),
    silences: Type.Object({
      detected: Count,
      recovered: Count,
      ended: Type.Array(SilenceSchema),
      ongoing: Type.Array(SilenceSchema),
    }),
    resolutions: Type.Object({ waiting: Count, recorded: Count }),
    snapshots: Type.Object({
      exists: Type.Boolean(),
      sizeBytes: orNull(Count),
      lastTs: orNull(Time),
      ageMs: orNull(Count),
      count24h: Count,
    }),
    refreshes: Type.Record(Type.String(), Count),
    touches: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ bid: orNull(Type.Number()), ask: orNull(Type.Number()), receivedAt: Time }),
      ),
    ),
    forgedCalls: Count,
  }),
);

/**
 * Parses a status.
 *
 * @returns null for anything that is not a status of the venue, such as that of a release with other members.
 */
export function readFeedStatus(value: unknown, venue: VenueId): FeedStatus | null {
  if (!StatusSchema.accepts(value) || value.health.venue !== venue) return null;
  return value as unknown as FeedStatus;
}

/** Builds the report of a venue before its feed has reported. */
export function noHealth(venue: VenueId, pollIntervalMs: number): PollerHealth {
  return {
    venue,
    lastFetchedAt: null,
    ageMs: null,
    okCount: 0,
    failCount: 0,
    lastError: null,
    pollIntervalMs,
    effectiveIntervalMs: pollIntervalMs,
    hasSnapshot: false,
    running: false,
    refusedValues: 0,
    unstored: null,
    concerns: [],
    wire: {
      requests: 0,
      failures: 0,
      schemaFailures: 0,
      lastSchemaFailure: null,
      refused: [],
      kinds: [],
      blocked: false,
      budgetUsedFrac: 0,
      budgetUsedBesidePollsFrac: 0,
    },
    stream: null,
  };
}
