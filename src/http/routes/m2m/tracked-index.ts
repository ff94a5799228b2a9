import { Type } from 'typebox';
import {
  ASSET_CLASSES,
  ASSET_KINDS,
  type Clock,
  decodeCursor,
  encodeCursor,
  formatIsoTime,
  isVenueId,
  KIND_TRAITS,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { IndexPosition } from '../../../m2m/asset-index.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { API_VERSION } from '../../../m2m/versions.ts';
import { explainEntryNulls } from '../../../m2m/why-null.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { requireSearch } from '../../responses/search-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { NULL_WHEN } from '../../schemas/null-when.ts';
import * as s from '../../schemas/schema.ts';
import { lastPriceField } from '../../shapes/feed-fields.ts';
import {
  apiVersionField,
  change24hField,
  change24hPtsField,
  change24hSourceField,
  priceAsOfField,
} from '../../shapes/m2m-fields.ts';
import { sideFields } from '../../shapes/side-fields.ts';
import { explainedNulls, explainParam } from '../../shapes/why-null.ts';

const BUNDLE_ENDPOINT = '/api/m2m/{asset}/bundle';
const BATCH_ENDPOINT = '/api/m2m/batch';

export interface IndexOptions {
  readonly feed: Feed;
  readonly m2m: M2m;
  readonly clock: Clock;
}

/** GET /api/m2m/index: all tradable assets, one line each. */
export const registerM2mIndex: Registration<IndexOptions> = (app, { feed, clock, m2m }) => {
  app.get(
    '/api/m2m/index',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getIndex',
        summary: 'Every tradable asset',
        description:
          'Sorted by venue and asset id, or by relevance with `q`. `minBasisBps` finds assets whose price differs from fair value: the oracle price of a perpetual, the consensus of linked venues for a binary. Binaries must also differ by half a cent. The summary counts all entries that pass the filters.',
        tags: ['m2m'],
        querystring: querySchema,
        response: { 200: indexSchema, ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query }) => {
      const { kind = [], fresh, minBasisBps = null, limit = null, offset, q, explain } = query;
      const search = q?.trim() ?? '';
      const after = query.cursor === undefined ? null : readPosition(query.cursor);
      const filters = { classes: kind, freshOnly: fresh, minBasisBps, search: search === '' ? null : search };
      const page = await requireSearch(() => m2m.index.page(filters, { limit, offset, after }));
      const now = clock();
      return {
        ok: true as const,
        generatedAt: formatIsoTime(now),
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
  if (venue === undefined || asset === undefined || !isVenueId(venue)) throw createCursorError();
  return { venue, asset };
}

const querySchema = s.queryParams({
  kind: Type.Optional(
    Type.Unsafe<(typeof ASSET_CLASSES)[number][]>({
      type: 'array',
      items: { type: 'string', enum: ASSET_CLASSES },
      description: `Asset classes, separated by commas: ${ASSET_CLASSES.join(', ')}. Default: all.`,
      examples: [['perp', 'binary']],
    }),
  ),
  fresh: s.bool('true leaves out stale assets.', false, { default: false }),
  minBasisBps: Type.Optional(
    s.num(
      'Minimum distance from fair value in basis points, in either direction. Assets without fair value are left out.',
      50,
      {
        minimum: 0,
      },
    ),
  ),
  limit: Type.Optional(s.int('Maximum number of entries. Default: all.', 100, { minimum: 1 })),
  offset: s.int('Entries to skip.', 0, { minimum: 0, default: 0 }),
  q: Type.Optional(
    s.text(
      'Search words for name, event and id, as in `/api/search`: other names match too (`bitcoin` finds `hl-BTC`), and words one or two letters off. Markets with all words, else those with any.',
      'fed rate',
      {
        maxLength: 200,
      },
    ),
  ),
  explain: explainParam(),
  cursor: Type.Optional(
    s.text(
      '`nextCursor` of an earlier answer. Entries that appear or disappear in between do not shift the pages.',
      'aHlw',
      {
        maxLength: 512,
      },
    ),
  ),
});

const indexSchema = s.object('Every tradable asset.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  generatedAtMs: s.epochMsField('The same time as generatedAt.'),
  apiVersion: apiVersionField(),
  scope: s.object('Scope of the index.', {
    venues: s.array('Venues in the index.', s.venueField('Venue id.')),
    kinds: s.array('Kinds of assets in the index.', s.choice('Kind of asset.', ASSET_KINDS)),
    tracked: s.int('Listed assets before any filter.', 6_240),
  }),
  summary: s.object('Counts of all entries that pass the filters.', {
    total: s.int('Number of entries.', 412),
    byVenue: s.perVenue('Entries by venue.', s.int('Number of entries.', 103)),
    freshCount: s.int('Number of fresh entries.', 410),
    staleCount: s.int('Number of stale entries.', 2),
  }),
  filters: s.object('Filters of the request.', {
    kind: s.array('Asset classes; empty means all.', s.choice('Asset class.', ASSET_CLASSES)),
    fresh: s.bool('Whether stale assets are left out.', false),
    minBasisBps: s.nullable(
      s.num('Minimum distance from fair value in basis points.', 50),
      'none was requested',
    ),
    limit: s.nullable(s.int('Maximum number of entries.', 100), 'none was requested'),
    offset: s.int('Number of skipped entries.', 0),
    q: s.nullable(s.text('Search words.', 'fed rate'), 'none was requested'),
  }),
  returned: s.int('Entries in this answer.', 100),
  truncated: s.bool('Whether more entries follow.', true),
  nextCursor: s.nextCursorField('WyJpbmRleCIsImh5cGVybGlxdWlkIiwiaGwtQlRDIl0'),
  entries: s.array(
    'Entries, sorted by venue and asset id, or by relevance with `q`.',
    s.object('One asset.', {
      asset: s.assetIdField(),
      venue: s.venueField('Venue of the asset.'),
      kind: s.kindField(),
      lastPrice: lastPriceField(),
      name: s.text('Coin or question.', 'BTC'),
      ...sideFields(),
      asOfMs: priceAsOfField(),
      isStale: s.bool("Whether the venue's newest poll result is older than 120 s.", false),
      fairPrice: s.nullable(
        s.num('Fair value: oracle price, or consensus of the linked venues.', 87_240),
        NULL_WHEN.noFairValue,
      ),
      basisBps: s.nullable(
        s.num('Distance of the last price from the fair price in basis points.', 1.2),
        'lastPrice or fairPrice is null',
      ),
      basisPts: s.nullable(
        s.num('Last price minus fair price in percentage points, for binaries.', 1.7),
        'the asset is a perpetual or a price is null',
      ),
      change24hPct: change24hField(),
      change24hPts: change24hPtsField('the asset is a perpetual, or change24hPct is null'),
      change24hSource: change24hSourceField(),
      volume24hUsd: s.nullable(s.num('24 h volume in USD.', 1_930_000_000), NULL_WHEN.notPublished),
      endDate: s.nullable(
        s.epochMsField('When trading ends, or the question is due.'),
        'the asset is a perpetual or the venue states no end',
      ),
      event: Type.Optional(
        s.object("Venue's event that the market is an outcome of. Present with `q`, where there is one.", {
          key: s.text('Id of the event at the venue.', 'KXHIGHNY-26JUL19'),
          title: s.text('Title of the event.', 'Highest temperature in New York'),
        }),
      ),
      whyNull: explainedNulls(),
    }),
  ),
  bundleEndpoint: s.text('Path of the bundle of one asset.', BUNDLE_ENDPOINT),
  batchEndpoint: s.text('Path of the bundles of up to 50 assets.', BATCH_ENDPOINT),
});
