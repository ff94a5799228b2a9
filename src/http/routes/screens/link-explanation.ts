import { ASSET_ID_PATTERN, type Clock, findAssetRef, formatIsoTime } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { LINK_RELATIONS } from '../../../links/link.ts';
import type { Screens } from '../../../screens/screens.ts';
import { requireAsset, requireWarm } from '../../parameters/assets.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { linkSchema, sentences, toRow } from './shapes/link.ts';

export interface LinkExplanationOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** GET /api/links/explain: the evidence for and against the link of two markets. */
export const registerLinkExplanation: Registration<LinkExplanationOptions> = (
  app,
  { assets, feed, screens, clock },
) => {
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
        for (const asset of [a, b]) await requireAsset(assets, asset);
        throw new ApiError('asset_not_found', 'a and b must be binary markets that are listed now');
      }
      const { link } = explanation;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        ...explanation,
        link: link === null ? null : toRow(link, screens.links.findDifference(link), feed),
      };
    },
  );
};

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
