import { Type } from 'typebox';
import {
  ASSET_ID_PATTERN,
  type Clock,
  decodeCursor,
  encodeCursor,
  formatIsoTime,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { Link, Refusal } from '../../../links/link.ts';
import type { LinkDifference } from '../../../links/link-difference.ts';
import { cutLinkPage, selectPage } from '../../../links/link-page.ts';
import { LINKS_MEASURED } from '../../../links/measured.ts';
import type { Screens } from '../../../screens/screens.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { Answer } from '../../responses/answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields } from '../../shapes/list-end.ts';
import { formatRow, getState, linkSchema, sentences } from './shapes/link.ts';

export interface LinksOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly screens: Screens;
  readonly clock: Clock;
}

const LINK_STATES = ['active', 'disputed', 'refused'] as const;
const LINK_SORTS = ['pair', 'difference'] as const;
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;

/** GET /api/links: links between markets of different venues that ask the same question, with the reasons. */
export const registerLinks: Registration<LinksOptions> = (app, { assets, feed, screens, clock }) => {
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
        response: { 200: rawAnswer(linksSchema), ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ query: { state, refused, sort = 'pair', asset, limit, cursor } }) => {
      const { links } = screens;
      const after = cursor === undefined ? null : readKey(cursor);
      const wantsLinks = state !== 'refused';
      const wantsRefused = refused || state === 'refused';
      const wanted = asset === undefined ? undefined : (await requireAsset(assets, asset)).ref.asset;
      const isOfAsset = isOf(wanted?.toLowerCase());
      const isWhole = sort === 'pair' && state === undefined && asset === undefined;
      const found = !wantsLinks
        ? NO_PAGE
        : isWhole
          ? cutLinkPage(links.eachLink(after), links.status().links, limit)
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
      const rows = found.rows.map((link) => formatRow(link, links.findDifference(link), feed));
      const head = {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        count: found.rows.length,
        total,
        nextCursor: nextKey === null ? null : encodeCursor('link', [nextKey]),
        truncated: nextKey !== null,
      };
      const tail = {
        ...(wantsRefused ? { refused: refusals.rows } : {}),
        measured: LINKS_MEASURED,
      };
      const text = `${JSON.stringify(head).slice(0, -1)},"links":[${rows.join(',')}],${JSON.stringify(tail).slice(1)}`;
      return new Answer(text);
    },
  );
};

const NO_PAGE = { rows: [], total: 0, nextKey: null } as const;

function isOf(asset: string | undefined): (pair: Link | Refusal) => boolean {
  return ({ a, b }) => asset === undefined || a.toLowerCase() === asset || b.toLowerCase() === asset;
}

/** Builds a text by which links sort: the widest difference first, in millionths, and links without a price last. */
function differenceKey(difference: LinkDifference | null | undefined): string {
  if (difference == null) return 'none';
  return String(Math.round((2 - difference.beyondSpreads) * 1e6)).padStart(8, '0');
}

function readKey(cursor: string): string {
  const [key] = decodeCursor('link', ['text'], cursor) ?? [];
  if (key === undefined) throw createCursorError();
  return key;
}

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
