import { Type } from 'typebox';
import { hasPerps, VENUE_LIST, VENUES, type VenueId } from '../../../domain/index.ts';
import type { Feed, VenueSnapshot } from '../../../feed/feed.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { processTime } from '../../heavy/jobs/aged-text.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { Answer } from '../../responses/answer.ts';
import { SnapshotText } from '../../responses/snapshot-text.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { snapshotAgesField, staleVenuesField } from '../../shapes/feed-fields.ts';
import { listEndFields } from '../../shapes/list-end.ts';
import { binaryTicker, perpTicker } from '../../shapes/tickers.ts';

const BODY_FRESH_MS = 1_000;
const AGE_MEMBER = 'bodyAgeMs';
/** Maximum number of markets per venue for which the response of all venues is still short. */
const MAX_LIGHT_TOP = 200;

export interface FeedOptions {
  readonly feed: Feed;
}

/** GET /api/feed: the newest state of every tracked market. The body is at most one second old. */
export const registerFeed: Registration<FeedOptions> = (app, { feed }) => {
  const writeBody = feedWriter(feed);
  app.get(
    '/api/feed',
    {
      config: {
        access: 'free',
        cacheSeconds: 4,
        processCacheMs: BODY_FRESH_MS,
      },
      schema: {
        operationId: 'getFeed',
        summary: 'Newest state of every tracked market',
        description: 'A venue is stale when its snapshot is older than 120 s or missing.',
        tags: ['feed'],
        querystring: s.queryParams({
          top: Type.Optional(
            s.int('Maximum number of markets per venue; the largest by 24 h volume are returned.', 50, {
              minimum: 1,
            }),
          ),
        }),
        response: { 200: rawAnswer(feedSchema), ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { top } }) =>
      isHeavyTop(top)
        ? new HeavyAnswer(() => ({
            kind: 'agedText',
            input: { bytes: cutClosingBrace(writeBody(top)), ageMember: AGE_MEMBER, madeAt: processTime() },
          }))
        : new Answer(writeBody(top), { ageMember: AGE_MEMBER }),
  );
};

const fetchedAt = () => s.int('When the poll was complete. Epoch milliseconds.', 1_763_700_000_000);
const binaryMarkets = (title: string) =>
  s.named(
    'BinaryMarkets',
    s.object(`Markets of ${title}.`, {
      fetchedAt: fetchedAt(),
      ...listEndFields(),
      markets: s.array('Binary markets.', binaryTicker()),
    }),
  );

/**
 * Builds the schema of a venue's part of the feed. Perpetuals and outcomes are separate lists where a venue has both.
 */
const venueMarkets = (venue: VenueId) => {
  const { title } = VENUE_LIST[venue];
  return hasPerps(venue)
    ? s.object(`Markets of ${title}.`, {
        fetchedAt: fetchedAt(),
        ...listEndFields(),
        perps: s.array('Perpetuals.', perpTicker()),
        outcomes: s.array('Outcome markets.', binaryTicker()),
      })
    : binaryMarkets(title);
};

const feedSchema = s.object('Newest state of every venue.', {
  ok: s.okTrue(),
  ...Object.fromEntries(
    VENUES.map((venue) => [venue, s.nullable(venueMarkets(venue), 'the venue has not been read yet')]),
  ),
  ages: snapshotAgesField(),
  stale: staleVenuesField(),
  errors: s.perVenue(
    'Last poll failure of each venue.',
    s.nullable(
      s.text('Failure in one sentence.', 'api.elections.kalshi.com: timeout'),
      'the last poll did not fail',
    ),
  ),
  bodyAgeMs: s.int('Age of this answer in ms; at most 1,000.', 240),
});

/**
 * Whether a response with `top` markets is heavy. The whole feed is not: it is the same for all callers, while other
 * long responses are made for one caller.
 */
function isHeavyTop(top: unknown): boolean {
  return typeof top === 'number' && top > MAX_LIGHT_TOP;
}

function cutClosingBrace(body: Buffer): Buffer {
  return body.subarray(0, -1);
}

/**
 * Creates the writer of the body without its last member. A venue's part is written once per snapshot and not once per
 * body, because most venues are polled less often than the feed is read.
 */
function feedWriter(feed: Feed): (top: number | undefined) => Buffer {
  const written = new WeakMap<VenueSnapshot, SnapshotText>();
  const writePart = (venue: VenueId, top: number | undefined): Buffer => {
    const snapshot = feed.venues.includes(venue) ? feed.snapshot(venue) : null;
    if (snapshot === null) return Buffer.from('null');
    const text = written.get(snapshot) ?? new SnapshotText(snapshot);
    written.set(snapshot, text);
    return text.top(top ?? Number.POSITIVE_INFINITY);
  };
  return (top) => {
    const parts = VENUES.flatMap((venue) => [Buffer.from(`,"${venue}":`), writePart(venue, top)]);
    const known = VENUES.map((venue) => [venue, feed.venues.includes(venue)] as const);
    const writeByVenue = <T>(read: (venue: VenueId) => T, otherwise: T) =>
      JSON.stringify(
        Object.fromEntries(known.map(([venue, isKnown]) => [venue, isKnown ? read(venue) : otherwise])),
      );
    const ages = writeByVenue<number | null>((venue) => feed.ageMs(venue), null);
    const stale = writeByVenue((venue) => feed.isStale(venue), true);
    const errors = writeByVenue<string | null>((venue) => feed.health(venue).lastError, null);
    const tail = `,"ages":${ages},"stale":${stale},"errors":${errors}}`;
    return Buffer.concat([Buffer.from('{"ok":true'), ...parts, Buffer.from(tail)]);
  };
}
