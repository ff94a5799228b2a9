import { Type } from 'typebox';
import {
  ASSET_ID_PATTERN,
  type Clock,
  decodeCursor,
  encodeCursor,
  isoTime,
  parseAssetId,
} from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { LINK_RELATIONS, LINK_SOURCES, type Link, pairKey, type Refusal } from '../../../links/link.ts';
import type { LinkDifference } from '../../../links/link-difference.ts';
import type { Screens } from '../../../screens/screens.ts';
import { requireWarm } from '../../parameters/assets.ts';
import { refusedCursor } from '../../parameters/cursors.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

export interface LinksOptions {
  readonly assets: AssetFinder;
  readonly screens: Screens;
  readonly clock: Clock;
}

const LINK_STATES = ['active', 'disputed', 'refused'] as const;
const LINK_SORTS = ['pair', 'difference'] as const;
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;

/** GET /api/links: which markets of different venues ask the same question, and why. */
export const registerLinks: Registration<LinksOptions> = (app, { screens, clock }) => {
  app.get(
    '/api/links',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getLinks',
        summary: 'Markets that ask the same question',
        description:
          'Only same and opposite links of a confidence of at least 0.9 that no price disputes enter fair value and arbitrage. The matcher refuses when a number, a date, a direction or a word differs.',
        tags: ['screens'],
        querystring: s.queryParams({
          state: Type.Optional(
            s.choice(
              'active: in force; disputed: prices stand against it, so it carries no money; refused: pairs that looked alike and were not linked. Absent: active and disputed.',
              LINK_STATES,
            ),
          ),
          refused: s.bool('Adds the refused pairs to the links.', true, { default: false }),
          sort: Type.Optional(
            s.choice(
              'pair: by asset ids. difference: pairs whose touches are furthest from meeting first, those without a price last; refused pairs stay in the order of their ids. Absent: pair.',
              LINK_SORTS,
            ),
          ),
          asset: Type.Optional(
            s.text('Only links of this asset.', 'kalshi-kxhighny-26jul19-t80', {
              maxLength: 256,
              pattern: ASSET_ID_PATTERN,
            }),
          ),
          limit: s.int('Most pairs in one answer, in each of its lists.', 100, {
            minimum: 1,
            maximum: MAX_LIMIT,
            default: DEFAULT_LIMIT,
          }),
          cursor: Type.Optional(
            s.text(
              'From `nextCursor`: continue behind that page. Pairs that come and go shift nothing.',
              'cG0',
              {
                maxLength: 1_024,
                minLength: 1,
              },
            ),
          ),
        }),
        response: { 200: linksSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { state, refused, sort = 'pair', asset, limit, cursor } }) => {
      const page = pager({
        asset: asset?.toLowerCase(),
        limit,
        after: cursor === undefined ? null : readKey(cursor),
      });
      const wantsLinks = state !== 'refused';
      const wantsRefused = refused || state === 'refused';
      const found = wantsLinks ? screens.links.links().filter(isIn(state)) : [];
      const differences = new Map(
        sort === 'pair' ? [] : found.map((link) => [link, screens.links.difference(link)] as const),
      );
      const links = page(found, sort === 'pair' ? null : (link) => differenceKey(differences.get(link)));
      const refusals = page(wantsRefused ? screens.links.refused() : []);
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        count: links.rows.length,
        total: wantsLinks ? links.total : refusals.total,
        nextCursor: (wantsLinks ? links : refusals).nextCursor,
        links: links.rows.map((link) => toRow(link, differences.get(link) ?? screens.links.difference(link))),
        ...(wantsRefused ? { refused: refusals.rows } : {}),
      };
    },
  );
};

/** GET /api/links/explain: the evidence for and against one pair. */
export const registerLinkExplanation: Registration<LinksOptions> = (app, { assets, screens, clock }) => {
  const marketParam = (name: string) =>
    s.text(name, 'kalshi-kxhighny-26jul19-t80', { maxLength: 256, pattern: ASSET_ID_PATTERN });
  app.get(
    '/api/links/explain',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'explainLink',
        summary: 'Why two markets are linked, or not',
        description:
          'Compares the two again and shows how each was read: its words, numbers, date and sides.',
        tags: ['screens'],
        querystring: s.queryParams({
          a: marketParam('Asset id.'),
          b: marketParam('Asset id of the other market.'),
        }),
        response: { 200: explanationSchema, ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ query: { a, b } }) => {
      const explanation = screens.links.explain(a.toLowerCase(), b.toLowerCase());
      if (explanation === null) {
        for (const asset of [a, b]) requireWarm(assets, parseAssetId(asset)?.venue ?? null);
        throw new ApiError('asset_not_found', 'both markets have to be listed now, as binaries');
      }
      const { link } = explanation;
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        ...explanation,
        link: link === null ? null : toRow(link, screens.links.difference(link)),
      };
    },
  );
};

function toRow(link: Link, difference: LinkDifference | null) {
  return { ...link, state: getState(link), dispute: link.dispute ?? null, difference };
}

function getState(link: Link): 'active' | 'disputed' {
  return link.dispute === undefined ? 'active' : 'disputed';
}

function isIn(state: (typeof LINK_STATES)[number] | undefined): (link: Link) => boolean {
  return (link) => state === undefined || getState(link) === state;
}

interface PageRequest {
  readonly asset: string | undefined;
  readonly limit: number;
  /** Key of the last pair of the page before; null: from the start. */
  readonly after: string | null;
}

/** One page of pairs in the order of their keys, behind what `lead` puts before them. */
function pager({ asset, limit, after }: PageRequest) {
  return <Pair extends Link | Refusal>(
    pairs: readonly Pair[],
    lead: ((pair: Pair) => string) | null = null,
  ) => {
    const own = pairs.filter(
      ({ a, b }) => asset === undefined || a.toLowerCase() === asset || b.toLowerCase() === asset,
    );
    const keyed = own.map((pair) => ({
      pair,
      key: `${lead === null ? '' : `${lead(pair)} `}${pairKey(pair.a, pair.b)}`,
    }));
    if (lead !== null) keyed.sort((x, y) => (x.key < y.key ? -1 : 1));
    const left = after === null ? keyed : keyed.filter(({ key }) => key > after);
    const rows = left.slice(0, limit);
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length === left.length;
    return {
      rows: rows.map(({ pair }) => pair),
      total: own.length,
      nextCursor: isEnd ? null : encodeCursor('link', [last.key]),
    };
  };
}

/** Sorts as text: the widest first, in millionths, and pairs without a price behind all others. */
function differenceKey(difference: LinkDifference | null | undefined): string {
  if (difference == null) return 'none';
  return String(Math.round((2 - difference.beyondSpreads) * 1e6)).padStart(8, '0');
}

function readKey(cursor: string): string {
  const [key] = decodeCursor('link', ['text'], cursor) ?? [];
  if (key === undefined) throw refusedCursor();
  return key;
}

const sentences = (description: string, example: string) =>
  s.array(description, s.text('One sentence.', example));

const linkSchema = s.named(
  'Link',
  s.object('Relation of a to b.', {
    a: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
    b: s.assetIdField('pm-nyc-high-above-80-on-july-19'),
    relation: s.choice('subset: a Yes of a makes b a Yes; superset: the reverse.', LINK_RELATIONS),
    confidence: s.num('0 to 1.', 0.95),
    reasons: sentences('Why the relation holds.', 'Both ask about the high of New York on 19 July.'),
    source: s.choice('Source of the link.', LINK_SOURCES),
    differences: sentences(
      'Where the two could still resolve differently; of related pairs, what is missing.',
      'Settlement sources differ.',
    ),
    state: s.choice('disputed: the prices of the two stand against it.', ['active', 'disputed']),
    dispute: s.nullable(
      s.object('Prices that stayed apart for longer than fees, spreads and time explain.', {
        since: s.epochMsField('Since when the two prices are apart.'),
        gap: s.num('How far the mids were apart when the link was disputed.', 0.18),
      }),
      'state is active',
    ),
    difference: s.nullable(
      s.object('How far the prices of the two are apart now.', {
        mids: s.num('From the mid of a to the mid of b; of opposite pairs b counts as its complement.', 0.03),
        beyondSpreads: s.num(
          'Left of it when each side gives half its spread: above 0 the touches do not meet. Of subset and superset: by how much the narrow one is bid above what the wide one costs.',
          0.01,
        ),
      }),
      'one of the two has no price, or the relation is related',
    ),
  }),
);

const linksSchema = s.object('Links between markets.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  count: s.int('Number of links in this answer.', 214),
  total: s.int('Number of links, or of refused pairs with state=refused, on all pages.', 214),
  nextCursor: s.nextCursorField('WyJsaW5rIiwia2Fsc2hpLWEgcG0tYiJd'),
  links: s.array('Each pair once, by asset id.', linkSchema),
  refused: Type.Optional(
    s.array(
      'With state=refused or refused=true: pairs that looked alike and were not linked.',
      s.object('One pair.', {
        a: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        b: s.assetIdField('pm-nyc-high-above-82-on-july-19'),
        reasons: sentences('What stood against it.', 'Thresholds differ: 80 and 82.'),
      }),
    ),
  ),
});

const readMarketSchema = s.named(
  'MarketFeatures',
  s.object('How the matcher read a market.', {
    asset: s.assetIdField('kalshi-kxnba-27-okc'),
    words: s.array(
      'The words that the other market has to hold, in one spelling.',
      s.text('A word.', 'nba/thunder'),
    ),
    numbers: s.array(
      'Its numbers with their direction and edge.',
      s.text('A number.', 'at or above 90000 usd'),
    ),
    date: s.nullable(
      s.text('The day, month, year or moment; `by` marks a last day.', 'by 2026-12-31'),
      'none was read',
    ),
    contest: s.nullable(
      s.text('The two sides, the one on which Yes pays in brackets.', '[nba/lakers] v nba/celtics'),
      'it is about no contest',
    ),
    settlementSource: s.nullable(s.text('Source that decides the market.', 'CF Benchmarks'), 'none was read'),
    unclear: s.nullable(
      s.text('Why the market could not be read.', 'Its series is about a part of the contest.'),
      'all of it was understood',
    ),
  }),
);

const explanationSchema = s.object('Evidence for and against a pair.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  a: readMarketSchema,
  b: readMarketSchema,
  matched: s.nullable(
    s.choice('Confidence of the matcher alone.', LINK_RELATIONS),
    'the matcher refuses the pair',
  ),
  confidence: s.num('0 to 1.', 0.95),
  reasons: sentences('Evidence for the link.', 'The same words: recession, us.'),
  against: sentences('Evidence against the link.', 'Dates differ: 2026 against 2027.'),
  link: s.nullable(linkSchema, 'the two are not linked'),
});
