import { Type } from 'typebox';
import { type Clock, formatIsoTime, joinWords, VENUES, type VenueId } from '../../../domain/index.ts';
import type { Feed, PollerHealth } from '../../../feed/feed.ts';
import type { TapeStatusReader } from '../../../feed/tape-status.ts';
import type { SilenceStats } from '../../../feed/watchdog/silence.ts';
import { type FeedState, judgeFeed } from '../../../health/feed-verdict.ts';
import { NO_SILENCE, type SilenceSummary, summariseSilences } from '../../../health/silence-summary.ts';
import type { ReferenceReader } from '../../../references/recording/report.ts';
import { PROFILES } from '../../../venues/registry.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { relaysField } from '../../shapes/relays.ts';
import { tapeField, toTapeBody } from '../../shapes/tape-health.ts';

/** Venues that the verdict depends on. */
const JUDGED = joinWords(PROFILES.filter(({ isJudged }) => isJudged).map(({ venue }) => venue));

export interface FeedHealthOptions {
  readonly feed: Feed;
  readonly silences: () => SilenceStats;
  readonly references: ReferenceReader;
  readonly tapeStatus: TapeStatusReader;
  readonly clock: Clock;
}

/** GET /api/feed/health: verdict on the feed, with status 503 when DOWN. */
export const registerFeedHealth: Registration<FeedHealthOptions> = (app, options) => {
  const { feed, silences, references, tapeStatus, clock } = options;
  app.get(
    '/api/feed/health',
    {
      config: { access: 'free', cacheSeconds: 5 },
      schema: {
        operationId: 'getFeedHealth',
        summary: 'Health of polling',
        description: `OK: ${JUDGED} all have a snapshot. WARN: only some do. DOWN (503, with the same members beside error): no poller runs, or every poll since the start failed.`,
        tags: ['health'],
        response: { 200: feedHealthSchema, ...s.failures('feed_down') },
      },
    },
    async () => {
      const now = clock();
      const state = judgeFeed(feed);
      // Relays do not affect the verdict, and the process that runs them may be unavailable.
      const relays = await references.read().then(
        (report) => report.relays,
        () => [],
      );
      // The tape does not affect the verdict either.
      const taped = await tapeStatus.read().catch(() => null);
      const body = {
        generatedAt: formatIsoTime(now),
        verdict: state.verdict,
        venues: state.venues,
        degraded: state.degraded,
        anyDegraded: state.anyDegraded,
        health: {
          startedAt: feed.startedAt as number,
          uptimeMs: Math.max(0, now - feed.startedAt),
          pollersRunning: state.pollersRunning,
          ...pollerBodies(state.health, summariseSilences(silences())),
        },
        references: { relays },
        tape: taped === null ? null : toTapeBody(taped),
      };
      if (state.verdict !== 'DOWN') return { ok: true as const, ...body };
      const why = state.pollersRunning ? 'every poll since the start failed' : 'no poller runs';
      throw new ApiError('feed_down', why, { extra: body });
    },
  );
};

function pollerBodies(health: FeedState['health'], silences: ReadonlyMap<VenueId, SilenceSummary>) {
  const bodies = Object.entries(health).map(
    ([venue, poller]) => [venue, toPollerBody(poller, silences.get(venue as VenueId) ?? NO_SILENCE)] as const,
  );
  return Object.fromEntries(bodies) as Partial<
    Record<keyof FeedState['health'], ReturnType<typeof toPollerBody>>
  >;
}

function toPollerBody(poller: PollerHealth, silences: SilenceSummary) {
  const { wire, stream } = poller;
  return {
    lastFetchedAt: poller.lastFetchedAt,
    ageMs: poller.ageMs,
    okCount: poller.okCount,
    failCount: poller.failCount,
    lastError: poller.lastError,
    pollIntervalMs: poller.pollIntervalMs,
    effectiveIntervalMs: poller.effectiveIntervalMs,
    hasSnapshot: poller.hasSnapshot,
    schemaFailures: wire.schemaFailures,
    refusedValues: poller.refusedValues,
    lastSchemaFailure: wire.lastSchemaFailure,
    refused: wire.refused.map(({ kind, member, count, sinceMs }) => ({ kind, member, count, sinceMs })),
    blocked: wire.blocked,
    budgetUsedFrac: wire.budgetUsedFrac,
    stream:
      stream === null
        ? null
        : {
            connections: stream.connections,
            connected: stream.connected,
            reconnects: stream.reconnects,
            silences,
          },
  };
}

const verdict = () => s.choice('Verdict; `DOWN` is sent with 503.', ['OK', 'WARN', 'DOWN']);

const silenceTimes = (description: string) =>
  s.nullable(
    s.named(
      'SilenceTimes',
      s.object(description, {
        p50: s.int('Median in ms.', 3_200),
        max: s.int('Maximum in ms.', 7_300),
      }),
    ),
    'no silence has ended since the start',
  );

const silencesSchema = () =>
  s.object('Silences: streams that were open and sent nothing while polls saw the price move.', {
    detected: s.int('Silences found since the start.', 2),
    recovered: s.int('Silences that ended with new messages.', 2),
    ongoing: s.int('Assets whose stream is silent now.', 0),
    lastDetectedAt: s.nullable(
      s.epochMsField('When the newest silence was found.'),
      'there was none since the start',
    ),
    detectMs: silenceTimes('Time from the first poll that showed a price move to the alarm.'),
    recoverMs: silenceTimes('Time from the alarm to the next message of the stream.'),
  });

const pollerSchema = s.named(
  'Poller',
  s.object('State of polling one venue.', {
    lastFetchedAt: s.nullable(s.epochMsField('When the newest snapshot was complete.'), 'there is none yet'),
    ageMs: s.nullable(s.int('Age of the snapshot in ms.', 2_100), 'there is no snapshot'),
    okCount: s.int('Number of successful polls.', 7_120),
    failCount: s.int('Number of failed polls.', 3),
    lastError: s.nullable(s.text('Reason why the last poll failed.', 'timeout'), 'the last poll succeeded'),
    pollIntervalMs: s.int('Configured time between polls in ms.', 5_000),
    effectiveIntervalMs: s.int(
      "Actual time between polls in ms; longer than configured when the venue's rate limit requires it.",
      5_000,
    ),
    hasSnapshot: s.bool('Whether there is a snapshot.', true),
    schemaFailures: s.int(
      'Responses and stream messages that were rejected because of an unexpected shape.',
      0,
    ),
    refusedValues: s.int(
      'Values since the start that are no valid probability, such as a bid of 1.1995. The ticker shows null instead.',
      0,
    ),
    lastSchemaFailure: s.nullable(
      s.text('Message and member that were rejected last.', 'markets/0/price'),
      'nothing was rejected',
    ),
    refused: s.array(
      'What was refused since the start, by kind of message and member; the rest of each list counts.',
      s.named(
        'RefusedMember',
        s.object('One member that was refused.', {
          kind: s.text('Kind of message, by our own name.', 'kalshi market'),
          member: s.text(
            'Path of the member in our schema; `*` stands for positions and names that the venue chose.',
            '/floor_strike',
          ),
          count: s.int('How often, since the start.', 60),
          sinceMs: s.epochMsField('When it was refused first.'),
        }),
      ),
    ),
    blocked: s.bool('Whether the venue rejected the last request with HTTP 403 or 451.', false),
    budgetUsedFrac: s.num("Share of the venue's published limit that is in use, 0 to 1.", 0.12),
    stream: s.nullable(
      s.object('Streams of the venue.', {
        connections: s.int('Connections that should be open.', 5),
        connected: s.int('Connections that are open.', 5),
        reconnects: s.int('Reconnections since the start.', 1),
        silences: silencesSchema(),
      }),
      'the venue is read without streams',
    ),
  }),
);

const feedHealthSchema = s.object('Health of polling.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  verdict: verdict(),
  venues: s.perVenue(
    'Whether each venue has a snapshot.',
    s.choice('`OK` with a snapshot, `DOWN` without.', ['OK', 'DOWN']),
  ),
  degraded: s.perVenue(
    'Whether polls fail while the snapshot is still fresh. This does not change the verdict.',
    s.bool('Whether the venue is degraded.', false),
  ),
  anyDegraded: s.bool('Whether any venue is degraded.', false),
  // The schema helper `perVenue` is not used, because the document reduces its values to the names of venues.
  health: s.object('State of the process, and of the poller of each recorded venue.', {
    startedAt: s.epochMsField('When the feed started.'),
    uptimeMs: s.int('Time since the feed started in ms.', 3_600_000),
    pollersRunning: s.bool('Whether any poller runs.', true),
    ...(Object.fromEntries(VENUES.map((venue) => [venue, Type.Optional(pollerSchema)])) as Record<
      VenueId,
      ReturnType<typeof Type.Optional<typeof pollerSchema>>
    >),
  }),
  references: s.object('Reference prices; they do not change the verdict.', { relays: relaysField() }),
  tape: s.nullable(
    tapeField(),
    'neither books nor trades are recorded, or the process that records them is away',
  ),
});
