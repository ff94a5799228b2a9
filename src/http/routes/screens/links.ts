import { Type } from 'typebox';
import {
  ASSET_ID_PATTERN,
  type Clock,
  decodeCursor,
  encodeCursor,
  findAssetRef,
  formatIsoTime,
} from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { LINK_RELATIONS, LINK_SOURCES, type Link, type Refusal } from '../../../links/link.ts';
import type { LinkDifference } from '../../../links/link-difference.ts';
import { selectPage, takePage } from '../../../links/link-page.ts';
import { LINKS_MEASURED } from '../../../links/measured.ts';
import type { Screens } from '../../../screens/screens.ts';
import { requireWarm } from '../../parameters/assets.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields } from '../../shapes/list-end.ts';

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
          'Fair value and arbitrage use only undisputed `same` and `opposite` links with a confidence of at least 0.9. The matcher rejects a pair when a number, a date, a direction or a word differs.',
        tags: ['screens'],
        querystring: s.queryParams({
          state: Type.Optional(
            s.choice(
              '`active`: links in use; `disputed`: links that diverging prices contradict, which are not used; `refused`: similar pairs that were not linked. Default: active and disputed.',
              LINK_STATES,
            ),
          ),
          refused: s.bool('Adds refused pairs to the answer.', true, { default: false }),
          sort: Type.Optional(
            s.choice(
              'Sort order. `pair`: by asset ids; `difference`: by `difference.beyondSpreads`, the largest first and pairs without a price last. Refused pairs are always sorted by ids. Default: pair.',
              LINK_SORTS,
            ),
          ),
          asset: Type.Optional(
            s.text('Only links of this asset.', 'kalshi-kxhighny-26jul19-t80', {
              maxLength: 256,
              pattern: ASSET_ID_PATTERN,
            }),
          ),
          limit: s.int('Maximum number of pairs in each list.', 100, {
            minimum: 1,
            maximum: MAX_LIMIT,
            default: DEFAULT_LIMIT,
          }),
          cursor: Type.Optional(
            s.text(
              '`nextCursor` of an earlier answer. Pairs that appear or disappear in between do not shift the pages.',
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
      const { links } = screens;
      const after = cursor === undefined ? null : readKey(cursor);
      const wantsLinks = state !== 'refused';
      const wantsRefused = refused || state === 'refused';
      const isOfAsset = isOf(asset?.toLowerCase());
      const isWhole = sort === 'pair' && state === undefined && asset === undefined;
      const found = !wantsLinks
        ? NO_PAGE
        : isWhole
          ? takePage(links.eachLink(after), links.status().links, limit)
          : await selectPage(links.eachLink(), {
              isWanted: (link) => isOfAsset(link) && (state === undefined || getState(link) === state),
              lead: sort === 'pair' ? null : (link) => differenceKey(links.findDifference(link)),
              limit,
              after,
            });
      const refusals = wantsRefused
        ? await selectPage(links.eachRefused(), { isWanted: isOfAsset, lead: null, limit, after })
        : NO_PAGE;
      const { total, nextKey } = wantsLinks ? found : refusals;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        count: found.rows.length,
        total,
        nextCursor: nextKey === null ? null : encodeCursor('link', [nextKey]),
        truncated: nextKey !== null,
        links: found.rows.map((link) => toRow(link, links.findDifference(link))),
        ...(wantsRefused ? { refused: refusals.rows } : {}),
        measured: LINKS_MEASURED,
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
        summary: 'Explanation why two markets are linked or not',
        description:
          'Compares the two markets again and shows how each was read: its words, numbers, date and sides.',
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
        for (const asset of [a, b]) requireWarm(assets, findAssetRef(asset)?.venue ?? null);
        throw new ApiError('asset_not_found', 'a and b must be binary markets that are listed now');
      }
      const { link } = explanation;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        ...explanation,
        link: link === null ? null : toRow(link, screens.links.findDifference(link)),
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

const NO_PAGE = { rows: [], total: 0, nextKey: null } as const;

function isOf(asset: string | undefined): (pair: Link | Refusal) => boolean {
  return ({ a, b }) => asset === undefined || a.toLowerCase() === asset || b.toLowerCase() === asset;
}

/** Sorts as text: the widest first, in millionths, and pairs without a price behind all others. */
function differenceKey(difference: LinkDifference | null | undefined): string {
  if (difference == null) return 'none';
  return String(Math.round((2 - difference.beyondSpreads) * 1e6)).padStart(8, '0');
}

function readKey(cursor: string): string {
  const [key] = decodeCursor('link', ['text'], cursor) ?? [];
  if (key === undefined) throw createCursorError();
  return key;
}

const sentences = (description: string, example: string) =>
  s.array(description, s.text('One sentence.', example));

const linkSchema = s.named(
  'Link',
  s.object('Link between the markets a and b.', {
    a: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
    b: s.assetIdField('pm-nyc-high-above-80-on-july-19'),
    relation: s.choice(
      'Relation of a to b. `subset`: a Yes of a implies a Yes of b; `superset`: the reverse.',
      LINK_RELATIONS,
    ),
    confidence: s.num('Confidence of the link, 0 to 1.', 0.95),
    reasons: sentences('Reasons for the relation.', 'Both ask about the high of New York on 19 July.'),
    source: s.choice(
      'Source of the link: a person, the matcher, or a venue that copied the market.',
      LINK_SOURCES,
    ),
    differences: sentences(
      'Ways in which the two could resolve differently; for related pairs, what is missing.',
      'Settlement sources differ.',
    ),
    state: s.choice('`disputed`: the prices of the two contradict the link.', ['active', 'disputed']),
    dispute: s.nullable(
      s.object('Prices that differ by more, and for longer, than fees, spreads and time explain.', {
        since: s.epochMsField('Time since which the prices differ.'),
        gap: s.num('Difference of the mids when the link was disputed.', 0.18),
      }),
      'state is active',
    ),
    difference: s.nullable(
      s.object('Current difference of the two prices.', {
        mids: s.num('Mid of b minus mid of a; for opposite pairs, with the complement of b.', 0.03),
        beyondSpreads: s.num(
          'Difference of the mids minus half of both spreads; above 0 the quotes do not overlap. For subset and superset: bid of the narrower market minus ask of the wider one.',
          0.01,
        ),
      }),
      'a market has no price or the relation is related',
    ),
  }),
);

const linksSchema = s.object('Page of links.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  count: s.int('Links in this answer.', 214),
  total: s.int('Links on all pages; with state=refused, of refused pairs.', 214),
  nextCursor: s.nextCursorField('WyJsaW5rIiwia2Fsc2hpLWEgcG0tYiJd'),
  truncated: listEndFields().truncated,
  links: s.array('Links; each pair is listed once.', linkSchema),
  refused: Type.Optional(
    s.array(
      'Similar pairs that were not linked. Present with state=refused or refused=true.',
      s.object('One refused pair.', {
        a: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        b: s.assetIdField('pm-nyc-high-above-82-on-july-19'),
        reasons: sentences('Reasons against the link.', 'Thresholds differ: 80 and 82.'),
      }),
    ),
  ),
  measured: s.object('How right the matcher was on real pairs of listings that no rule was written on.', {
    precision: s.nullable(
      s.num('Share of its claims of `same` and `opposite` that were right, 0 to 1.', 1),
      'none was claimed',
    ),
    low: s.num('Lower end of the 95 % interval of that share (Wilson).', 0.93),
    pairs: s.int('Claims that were judged.', 52),
    at: s.text('Day of the run, ISO 8601.', '2026-11-29'),
  }),
});

const readMarketSchema = s.named(
  'MarketFeatures',
  s.object('Features of a market, as the matcher read them.', {
    asset: s.assetIdField('kalshi-kxnba-27-okc'),
    words: s.array(
      'Words that the other market must contain, in normalised spelling.',
      s.text('One word.', 'nba/thunder'),
    ),
    numbers: s.array(
      'Numbers with their direction, and whether the limit is included.',
      s.text('One number with its direction.', 'at or above 90000 usd'),
    ),
    date: s.nullable(
      s.text('Day, month, year or time of the question; `by` marks a deadline.', 'by 2026-12-31'),
      'none was found',
    ),
    contest: s.nullable(
      s.text('The two sides of a contest; Yes pays for the one in brackets.', '[nba/lakers] v nba/celtics'),
      'the market is not about a contest',
    ),
    settlementSource: s.nullable(
      s.text('Source that decides the market.', 'CF Benchmarks'),
      'none was found',
    ),
    unclear: s.nullable(
      s.text('Reason why the market could not be read.', 'Its series is about a part of the contest.'),
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
    s.choice('Relation that the matcher finds.', LINK_RELATIONS),
    'the matcher rejects the pair',
  ),
  confidence: s.num('Confidence of the matcher, 0 to 1.', 0.95),
  reasons: sentences('Evidence for the link.', 'The same words: recession, us.'),
  against: sentences('Evidence against the link.', 'Dates differ: 2026 against 2027.'),
  link: s.nullable(linkSchema, 'the markets are not linked'),
});
