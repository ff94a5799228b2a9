import type { Feed } from '../../../../feed/feed.ts';
import { LINK_RELATIONS, LINK_SOURCES, type Link } from '../../../../links/link.ts';
import type { LinkDifference } from '../../../../links/link-difference.ts';
import { findListedSides } from '../../../../m2m/find-name.ts';
import * as s from '../../../schemas/schema.ts';
import { sideFields } from '../../../shapes/side-fields.ts';

/** Converts a link to a row of a response, with the meaning of the sides and the state of a dispute. */
export function toRow(link: Link, difference: LinkDifference | null, feed: Pick<Feed, 'find'>) {
  return { ...link, ...readPresent(link, feed), difference };
}

/** Reads the members of a row that change while the link stays. */
function readPresent(link: Link, feed: Pick<Feed, 'find'>) {
  const sides = { a: findListedSides(feed, link.a), b: findListedSides(feed, link.b) };
  return { sides, state: getState(link), dispute: link.dispute ?? null };
}

/** JSON of links without dispute and last brace: a link that changes is another object. */
const texts = new WeakMap<Link, string>();

/** Formats the row of {@link toRow} as JSON. Texts of a link make up most of it, and are formatted once. */
export function formatRow(link: Link, difference: LinkDifference | null, feed: Pick<Feed, 'find'>): string {
  let text = texts.get(link);
  if (text === undefined) {
    const { dispute: _, ...lasting } = link;
    text = JSON.stringify(lasting).slice(0, -1);
    texts.set(link, text);
  }
  const { sides, state, dispute } = readPresent(link, feed);
  return `${text},${JSON.stringify({ sides, state, dispute, difference }).slice(1)}`;
}

export const sentences = (description: string, example: string) =>
  s.array(description, s.text('One sentence.', example));

export const linkSchema = s.named(
  'Link',
  s.object('Link between the markets a and b.', {
    a: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
    b: s.assetIdField('pm-nyc-high-above-80-on-july-19'),
    sides: s.object('Names of the sides of both markets.', {
      a: s.named('SideNames', s.object('Names of the sides of one market.', sideFields())),
      b: s.named('SideNames', s.object('Names of the sides of one market.', sideFields())),
    }),
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

/** Returns `disputed` for a link with a dispute, otherwise `active`. */
export function getState(link: Link): 'active' | 'disputed' {
  return link.dispute === undefined ? 'active' : 'disputed';
}
