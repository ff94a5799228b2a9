import { Type } from 'typebox';
import {
  ASSET_CLASSES,
  decodeCursor,
  encodeCursor,
  findAssetRef,
  hasEnded,
  type MarketState,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import type { SearchHit, SearchPosition } from '../../../search/market-search.ts';
import { MAX_ENDED_MATCHES, MAX_LISTED_MATCHES } from '../../../search/searched-market.ts';
import { SEARCH_ORDERS } from '../../../search/searcher.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { requireSearch } from '../../responses/search-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { NULL_WHEN } from '../../schemas/null-when.ts';
import * as s from '../../schemas/schema.ts';
import { lastPriceField } from '../../shapes/feed-fields.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const SCORE_DECIMALS = 3;

export interface SearchOptions {
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly m2m: M2m;
}

/** GET /api/search: listed and ended markets by the words of their questions. */
export const registerSearch: Registration<SearchOptions> = (app, { feed, history, m2m }) => {
  app.get(
    '/api/search',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'search',
        summary: 'Markets by their words',
        description:
          'Finds markets by words of question, event, answer and id. Markets with all words are found; without one, those with any of them. Coins, teams, leagues and offices are found by their other names (`btc` finds Bitcoin on every venue), numbers however they are written (`80k`), and pairs of other venues (`BTCUSDT`) and addresses of pages mean their market. Words in quotes stand together; the last word may be unfinished; a word that no market has is mended (`corrected`). By relevance, open markets with more volume come first.',
        tags: ['assets'],
        querystring: querySchema,
        response: { 200: answerSchema, ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { q, venue, kind = [], settled, sort, limit, cursor } }) => {
      const after = cursor === undefined ? null : readPosition(cursor);
      const answer = await requireSearch(() =>
        m2m.search.search({
          text: q,
          venue: venue ?? null,
          classes: kind,
          withEnded: settled,
          order: sort,
          limit,
          after,
        }),
      );
      const states = answer.hits.map(({ asset }) => feed.find(asset));
      const outcomes = await readOutcomes(history, answer.hits, states);
      return {
        ok: true as const,
        q,
        corrected: answer.corrected,
        count: answer.count,
        results: answer.hits.map((hit, i) => toResult(hit, states[i] ?? null, outcomes[i] ?? null)),
        nextCursor: answer.next === null ? null : writePosition(answer.next),
      };
    },
  );
};

/** Reads how settled markets ended, in the given order; null for all others. */
async function readOutcomes(
  history: HistoryReader,
  hits: readonly SearchHit[],
  states: readonly (MarketState | null)[],
): Promise<readonly ('yes' | 'no' | 'void' | null)[]> {
  const refs = hits.map(({ asset }, i) => (isSettled(states[i] ?? null) ? findAssetRef(asset) : null));
  const asked = refs.filter((ref) => ref !== null);
  const found = asked.length === 0 ? [] : await history.findResolutionMany(asked);
  const outcomes = new Map(asked.map((ref, i) => [ref, found[i]?.outcome ?? null]));
  return refs.map((ref) => (ref === null ? null : (outcomes.get(ref) ?? null)));
}

/** Whether trading is over: the venue says so, or no longer lists the market. */
function isSettled(state: MarketState | null): boolean {
  return state === null || (state.kind === 'binary' && hasEnded(state.ticker.status));
}

function toResult(hit: SearchHit, state: MarketState | null, outcome: 'yes' | 'no' | 'void' | null) {
  const { asset, venue, kind, title, event, eventKey, score, why } = hit;
  return {
    asset,
    venue,
    kind,
    title,
    event: eventKey === null ? null : { key: eventKey, title: event ?? title },
    price: state?.price ?? null,
    volume24hUsd: state?.ticker.volume24hUsd ?? null,
    settled: isSettled(state),
    outcome,
    score: Number(score.toFixed(SCORE_DECIMALS)),
    why,
  };
}

// A position has fractions, which cursors hold as text.
const writePosition = ({ value, asset }: SearchPosition) => encodeCursor('search', [String(value), asset]);

function readPosition(cursor: string): SearchPosition {
  const [value, asset] = decodeCursor('search', ['text', 'text'], cursor) ?? [];
  if (value === undefined || asset === undefined || !/^\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(value))
    throw createCursorError();
  return { value: Number(value), asset };
}

const querySchema = s.queryParams({
  q: s.text('Words to find.', 'bitcoin 80k', { maxLength: 200 }),
  venue: s.onlyVenueParam(),
  kind: Type.Optional(
    Type.Unsafe<(typeof ASSET_CLASSES)[number][]>({
      type: 'array',
      items: { type: 'string', enum: ASSET_CLASSES },
      description: `Asset classes, separated by commas: ${ASSET_CLASSES.join(', ')}. Default: all.`,
      examples: [['perp', 'binary']],
    }),
  ),
  settled: s.bool(
    'true also finds markets that no venue lists any more, as far as this service has recorded them.',
    true,
    { default: false },
  ),
  sort: Type.Unsafe<(typeof SEARCH_ORDERS)[number]>({
    ...s.choice(
      'Order of the results: `volume` by 24 h volume, the largest first; `asset` by id.',
      SEARCH_ORDERS,
    ),
    default: 'relevance',
  }),
  limit: s.int('Maximum number of results.', DEFAULT_LIMIT, {
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
  }),
  cursor: Type.Optional(
    s.text('`nextCursor` of an earlier answer to the same question.', 'WyJzZWFyY2giLCIxMiIsImhsLUJUQyJd', {
      minLength: 1,
      maxLength: 1_024,
    }),
  ),
});

const answerSchema = s.object('Found markets.', {
  ok: s.okTrue(),
  q: s.text('Query as asked.', 'bitcion 80k'),
  corrected: s.nullable(
    s.text('Query by which the results were found.', 'bitcoin 80k'),
    'every word is in a market, or none is like it',
  ),
  count: s.int(
    `Found markets on all pages. Of more than ${MAX_LISTED_MATCHES} listed or ${MAX_ENDED_MATCHES} ended ones, the newest and the perpetuals are found.`,
    41,
  ),
  results: s.array(
    'Found markets in the order that `sort` names.',
    s.object('One market.', {
      asset: s.assetIdField(),
      venue: s.venueField('Venue of the asset.'),
      kind: s.kindField(),
      title: s.text('Question, or coin of a perpetual.', 'Will Bitcoin be above $80,000 on December 1?'),
      event: s.nullable(
        s.object("Venue's event that the market is an outcome of.", {
          key: s.text('Id of the event at the venue.', 'KXBTCD-26DEC01'),
          title: s.text('Title of the event.', 'Bitcoin price on Dec 1, 2026?'),
        }),
        'the venue states none',
      ),
      price: lastPriceField(),
      volume24hUsd: s.nullable(s.num('24 h volume in USD.', 51_200), NULL_WHEN.notPublished),
      settled: s.bool('Whether trading is over, or the venue no longer lists the market.', false),
      outcome: s.nullable(
        s.choice('How the market ended.', ['yes', 'no', 'void']),
        'the market is not settled, or its result is not known',
      ),
      score: s.num('Relevance; comparable within one answer.', 18.2),
      why: s.array(
        'Words by which it was found: those of the query, or other names.',
        s.text('Words.', 'btc'),
      ),
    }),
  ),
  nextCursor: s.nextCursorField('WyJzZWFyY2giLCIxMiIsImhsLUJUQyJd'),
});
