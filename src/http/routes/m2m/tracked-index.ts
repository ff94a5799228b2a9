import { Type } from 'typebox';
import {
  ASSET_CLASSES,
  ASSET_KINDS,
  type Clock,
  decodeCursor,
  encodeCursor,
  isoTime,
  isVenueId,
  KIND_TRAITS,
  VENUES,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { IndexPosition } from '../../../m2m/asset-index.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { API_VERSION } from '../../../m2m/versions.ts';
import { explainEntryNulls } from '../../../m2m/why-null.ts';
import { refusedCursor } from '../../parameters/cursors.ts';
import type { Registration } from '../../routing/registration.ts';
import { lastPriceField } from '../../schemas/feed-fields.ts';
import { apiVersionField, change24hPtsField } from '../../schemas/m2m-fields.ts';
import { NULL_WHEN } from '../../schemas/null-when.ts';
import * as s from '../../schemas/schema.ts';
import { explainedNulls, explainParam } from '../../schemas/why-null.ts';

const BUNDLE_ENDPOINT = '/api/m2m/{asset}/bundle';
const BATCH_ENDPOINT = '/api/m2m/batch';

export interface IndexOptions {
  readonly feed: Feed;
  readonly m2m: M2m;
  readonly clock: Clock;
}

/** GET /api/m2m/index: every tradable asset in one line each. */
export const registerM2mIndex: Registration<IndexOptions> = (app, { feed, clock, m2m }) => {
  app.get(
    '/api/m2m/index',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getIndex',
        summary: 'Every tradable asset',
        description:
          'Ordered by venue, then asset id; with `q`, by relevance. `minBasisBps` screens for mispricing: mark against oracle of perpetuals, and for binaries price against the consensus of linked venues, there with at least half a cent of difference too. The summary counts all entries that pass the filters, regardless of the page.',
        tags: ['m2m'],
        querystring: querySchema,
        response: { 200: indexSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { kind = [], fresh, minBasisBps = null, limit = null, offset, q, explain } = query;
      const search = q?.trim() ?? '';
      const page = await m2m.index.page(
        {
          classes: kind,
          freshOnly: fresh,
          minBasisBps,
          search: search === '' ? null : search,
        },
        { limit, offset, after: query.cursor === undefined ? null : readPosition(query.cursor) },
      );
      const now = clock();
      return {
        ok: true as const,
        generatedAt: isoTime(now),
        generatedAtMs: now,
        apiVersion: API_VERSION,
        scope: {
          venues: feed.venues,
          kinds: ASSET_KINDS.filter((known) => feed.venues.includes(KIND_TRAITS[known].venue)),
          tracked: page.tracked,
        },
        summary: page.summary,
        filters: {
          kind,
          fresh,
          minBasisBps,
          limit,
          offset,
          q: search === '' ? null : search,
        },
        returned: page.entries.length,
        truncated: page.next !== null,
        nextCursor: page.next === null ? null : encodeCursor('index', [page.next.venue, page.next.asset]),
        entries: explain
          ? page.entries.map((entry) => ({ ...entry, whyNull: explainEntryNulls(entry) }))
          : page.entries,
        bundleEndpoint: BUNDLE_ENDPOINT,
        batchEndpoint: BATCH_ENDPOINT,
      };
    },
  );
};

function readPosition(cursor: string): IndexPosition {
  const [venue, asset] = decodeCursor('index', ['text', 'text'], cursor) ?? [];
  if (venue === undefined || asset === undefined || !isVenueId(venue)) throw refusedCursor();
  return { venue, asset };
}

const querySchema = s.queryParams({
  kind: Type.Optional(
    Type.Unsafe<(typeof ASSET_CLASSES)[number][]>({
      type: 'array',
      items: { type: 'string', enum: ASSET_CLASSES },
      description: `Classes to list, separated by commas: ${ASSET_CLASSES.join(', ')}. Absent: all.`,
      examples: [['perp', 'binary']],
    }),
  ),
  fresh: s.bool('true leaves stale assets out.', false, { default: false }),
  minBasisBps: Type.Optional(
    s.num('Least distance from fair value in bps, up or down. Assets without fair value are left out.', 50, {
      minimum: 0,
    }),
  ),
  limit: Type.Optional(s.int('Most entries to list. Absent: all.', 100, { minimum: 1 })),
  offset: s.int('Entries to pass over.', 0, { minimum: 0, default: 0 }),
  q: Type.Optional(
    s.text(
      'Words to find in the name, the event or the id, in any letter case; names that mean the same are found too (`bitcoin` finds `hl-BTC`). When nothing has them, words that are one or two letters off. Exact names come first, then what begins with the words, open before ended, by volume.',
      'fed rate',
      {
        maxLength: 200,
      },
    ),
  ),
  explain: explainParam(),
  cursor: Type.Optional(
    s.text('From `nextCursor`: continue behind that page. Entries that come and go shift nothing.', 'aHlw', {
      maxLength: 512,
    }),
  ),
});

const indexSchema = s.object('Every tradable asset.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  generatedAtMs: s.epochMsField('The same time.'),
  apiVersion: apiVersionField(),
  scope: s.object('What was checked.', {
    venues: s.array('Venues.', s.venueField('Venue id.')),
    kinds: s.array('Kinds of assets.', s.choice('Kind.', ASSET_KINDS)),
    tracked: s.int('Listed assets, before any filter.', 6_240),
  }),
  summary: s.object('All entries that pass the filters.', {
    total: s.int('Their number.', 412),
    byVenue: s.perVenue('Their number by venue.', s.int('Entries.', 103)),
    freshCount: s.int('Fresh ones.', 410),
    staleCount: s.int('Stale ones.', 2),
  }),
  filters: s.object('The request.', {
    kind: s.array('Classes; empty: all.', s.choice('Class.', ASSET_CLASSES)),
    fresh: s.bool('Stale assets are left out.', false),
    minBasisBps: s.nullable(s.num('Least distance from fair value.', 50), 'none was asked for'),
    limit: s.nullable(s.int('Most entries.', 100), 'none was asked for'),
    offset: s.int('Entries skipped.', 0),
    q: s.nullable(s.text('Search words.', 'fed rate'), 'none was given'),
  }),
  returned: s.int('Entries in this answer.', 100),
  truncated: s.bool('More entries follow.', true),
  nextCursor: s.nextCursorField('WyJpbmRleCIsImh5cGVybGlxdWlkIiwiaGwtQlRDIl0'),
  entries: s.array(
    'In the order of venue and asset id; with `q` the best first.',
    s.object('One asset.', {
      asset: s.assetIdField(),
      venue: s.choice('Its venue.', VENUES),
      kind: s.choice('Its kind.', ASSET_KINDS),
      lastPrice: lastPriceField(),
      name: s.text('Coin or question.', 'BTC'),
      isStale: s.bool("The venue's newest poll result is older than 120 s.", false),
      fairPrice: s.nullable(
        s.num('Oracle price, or consensus of the linked venues.', 87_240),
        NULL_WHEN.noFairValue,
      ),
      basisBps: s.nullable(s.num('Last over fair price, less one.', 1.2), 'either price is null'),
      basisPts: s.nullable(
        s.num('Probabilities: last less fair price in percentage points.', 1.7),
        'the asset is a perpetual, or either price is null',
      ),
      change24hPct: s.nullable(
        s.num('Change of 24 hours in percent of the price then.', 1.45),
        'the price now or then is not known',
      ),
      change24hPts: change24hPtsField('the asset is a perpetual, or change24hPct is null'),
      volume24hUsd: s.nullable(s.num('Traded in 24 hours.', 1_930_000_000), NULL_WHEN.notPublished),
      endDate: s.nullable(
        s.epochMsField('End of trading, or when the question is due.'),
        'the asset is a perpetual, or the venue states no end',
      ),
      whyNull: explainedNulls(),
    }),
  ),
  bundleEndpoint: s.text('Path for one asset.', BUNDLE_ENDPOINT),
  batchEndpoint: s.text('Path for up to 50 assets.', BATCH_ENDPOINT),
});
