import { Type } from 'typebox';
import { ASSET_ID_PATTERN, type Clock, isoTime } from '../../../domain/index.ts';
import { LINK_RELATIONS, LINK_SOURCES } from '../../../links/link.ts';
import type { Screens } from '../../../screens/screens.ts';
import type { Registration } from '../../routing/registration.ts';
import {
  bool,
  failures,
  generatedAtField,
  int,
  listOf,
  num,
  objectOf,
  okTrue,
  oneOf,
  queryOf,
  text,
} from '../../schemas/schema.ts';

export interface LinksOptions {
  readonly screens: Screens;
  readonly clock: Clock;
}

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
          'Only same and opposite links of a confidence of at least 0.9 enter fair value and arbitrage. The matcher refuses when a number, a date or a direction differs.',
        tags: ['screens'],
        querystring: queryOf({
          refused: bool('Adds the pairs that looked alike and were not linked.', true, { default: false }),
          asset: Type.Optional(
            text('Only links of this asset.', 'kalshi-kxhighny-26jul19-t80', {
              maxLength: 256,
              pattern: ASSET_ID_PATTERN,
            }),
          ),
        }),
        response: { 200: linksSchema, ...failures('validation_failed') },
      },
    },
    async ({ query: { refused, asset } }) => {
      const wanted = asset?.toLowerCase();
      const concerns = ({ a, b }: { readonly a: string; readonly b: string }) =>
        wanted === undefined || a.toLowerCase() === wanted || b.toLowerCase() === wanted;
      const links = screens.links.links().filter(concerns);
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        count: links.length,
        links,
        ...(refused ? { refused: screens.links.refused().filter(concerns) } : {}),
      };
    },
  );
};

const sentences = (description: string, example: string) =>
  listOf(description, text('One sentence.', example));

const linksSchema = objectOf('Links between markets.', {
  ok: okTrue(),
  generatedAt: generatedAtField(),
  count: int('Number of links.', 214),
  links: listOf(
    'Each pair once, by asset id.',
    objectOf('How a stands to b.', {
      a: text('Asset id.', 'kalshi-kxhighny-26jul19-t80'),
      b: text('Asset id.', 'pm-nyc-high-above-80-on-july-19'),
      relation: oneOf('subset: a Yes of a makes b a Yes; superset: the reverse.', LINK_RELATIONS),
      confidence: num('0 to 1.', 0.95),
      reasons: sentences('Why the relation holds.', 'Both ask about the high of New York on 19 July.'),
      source: oneOf('Who says so.', LINK_SOURCES),
      differences: sentences('Where the two could still settle differently.', 'Settlement sources differ.'),
    }),
  ),
  refused: Type.Optional(
    listOf(
      'With refused=true: pairs that looked alike and were not linked.',
      objectOf('One pair.', {
        a: text('Asset id.', 'kalshi-kxhighny-26jul19-t80'),
        b: text('Asset id.', 'pm-nyc-high-above-82-on-july-19'),
        reasons: sentences('What stood against it.', 'Thresholds differ: 80 and 82.'),
      }),
    ),
  ),
});
