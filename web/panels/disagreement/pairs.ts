import { signal } from '@preact/signals-core';
import type { GetLinksAnswer, Link } from '../../../client/src/index.ts';
import { distanceText } from '../../format/market.ts';
import { count, fixed, MISSING } from '../../format/number.ts';
import { findVenue, venueTitle } from '../../format/venue.ts';
import { param, setParams } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { distanceFigure } from '../figure.ts';
import { assetLink, board, findName, renderTouch } from '../market/board.ts';
import { marketName } from '../market/name.ts';
import { splitNames } from '../market/name-parts.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { type ComparedLeg, rememberComparison } from './comparison.ts';
import { type Contradiction, findDearerSide } from './pairs-model.ts';

const PAIRS_SHOWN = 60;
const PERCENT = { unit: 'probability' } as const;

const findVenueTitle = (asset: string) => venueTitle(findVenue(asset) ?? '');

/** Linked listings of one question, in the order of the answer: the widest difference beyond their spreads first. */
export function pairTable({ links, total }: GetLinksAnswer): Content {
  const pairs = links
    .filter(({ relation }) => relation === 'same' || relation === 'opposite')
    .slice(0, PAIRS_SHOWN);
  names.value = splitNames(pairs.map(({ a }) => findName(a)));
  const isLost = param('pair') !== null && !pairs.some(isOpen);
  return html`${isLost ? html`<p class="warn">▲ The pair of the address is not in this list.</p>` : nothing}${rowTable(PAIRS, pairs)}
    <p class="muted inset">${count(pairs.length)} of ${count(total)} links.</p>`;
}

const names = signal<ReturnType<typeof splitNames>>(new Map());

const pairId = ({ a, b }: Link) => `${a} ${b}`;
const isOpen = (link: Link) => param('pair') === pairId(link);

const PAIRS: StaticOptions<Link> = {
  label: 'Pairs',
  columns: [
    {
      id: 'name',
      title: 'Question',
      isName: true,
      width: 220,
      phoneWidth: 150,
      cell: ({ a }) => marketName({ asset: a, name: findName(a) }, names.value.get(findName(a))),
      sortBy: ({ a }) => findName(a),
    },
    {
      id: 'one',
      title: 'One',
      isText: true,
      width: 100,
      cell: ({ a }) => findVenueTitle(a),
      sortBy: ({ a }) => findVenueTitle(a),
    },
    { id: 'touch', title: 'Bid / ask', width: 140, cell: ({ a }) => renderTouch(a) },
    {
      id: 'other',
      title: 'Other',
      isText: true,
      width: 170,
      cell: ({ b, relation }) =>
        html`<a href="/asset/${encodeURIComponent(b)}" title=${findName(b)}>${findVenueTitle(b)}</a>${relation === 'opposite' ? html` <b class="side">opposite</b>` : nothing}`,
      sortBy: ({ b }) => findVenueTitle(b),
    },
    { id: 'otherTouch', title: 'Bid / ask', width: 140, cell: ({ b }) => renderTouch(b) },
    {
      id: 'apart',
      title: 'Apart',
      note: 'Between the middles. Bold: the touches do not meet.',
      width: 84,
      phoneWidth: 76,
      cell: ({ difference }) => apart(difference),
      sortBy: ({ difference }) => (difference === null ? null : Math.abs(difference.mids)),
    },
    {
      id: 'dearer',
      title: 'Dearer at',
      isText: true,
      width: 110,
      phoneWidth: 92,
      cell: (link) => {
        const side = findDearerSide(link, board.value);
        return side === null
          ? html`<span class="missing" title="no two prices, or the same">${MISSING}</span>`
          : findVenueTitle(side);
      },
    },
    {
      id: 'confidence',
      title: 'Confidence',
      width: 100,
      cell: ({ state, confidence }) =>
        state === 'disputed' ? html`<b class="warn">▲ disputed</b>` : fixed(confidence, 2),
      sortBy: ({ confidence }) => confidence,
    },
  ],
  onOpen: (link) => setParams({ pair: isOpen(link) ? null : pairId(link) }),
  detail: (link) => (isOpen(link) ? pairDetail(link) : null),
};

function apart(difference: Link['difference']): Content {
  if (difference === null)
    return html`<span class="missing" title="one of them has no price">${MISSING}</span>`;
  const { mids, beyondSpreads } = difference;
  const text = distanceFigure(Math.abs(mids) * 100, PERCENT);
  return beyondSpreads > 0
    ? html`<b title="the touches do not meet: ${distanceText(beyondSpreads * 100, 'probability', settings.value.odds)} between them">${text}</b>`
    : html`<span class="muted" title="within the spreads">${text}</span>`;
}

function pairDetail(link: Link): Content {
  const { a, b, reasons, differences } = link;
  return html`<p class="what">${reasons.join(' ')} <a href="/event/asset/${encodeURIComponent(a)}">the question at all venues</a></p>
    ${differences.length === 0 ? nothing : html`<p><span class="warn">▲ may resolve differently:</span> ${differences.join(' ')}</p>`}
    ${view(compare([toLeg(a), toLeg(b)]))}`;
}

const compare = rememberComparison();

/** Builds a leg of a pair, of which nothing was bought. */
const toLeg = (asset: string): ComparedLeg => ({
  asset,
  venue: findVenue(asset) ?? '',
  side: 'yes',
  contracts: null,
  avgPrice: null,
  costUsd: null,
  feeUsd: null,
  feeSource: null,
});

const ORDER: StaticOptions<Contradiction> = {
  label: 'Order',
  columns: [
    {
      id: 'narrow',
      title: 'Implies',
      isName: true,
      width: 220,
      phoneWidth: 150,
      cell: ({ narrow }) => assetLink(narrow),
    },
    { id: 'bid', title: 'Bid / ask', width: 140, cell: ({ narrow }) => renderTouch(narrow) },
    { id: 'wide', title: 'Implied', isText: true, width: 420, cell: ({ wide }) => assetLink(wide) },
    { id: 'ask', title: 'Bid / ask', width: 140, cell: ({ wide }) => renderTouch(wide) },
    {
      id: 'over',
      title: 'Over',
      note: 'What is bid for the one beyond what the other costs.',
      width: 84,
      phoneWidth: 76,
      cell: ({ byPoints }) => distanceFigure(byPoints * 100, PERCENT),
      sortBy: ({ byPoints }) => byPoints,
    },
  ],
};

export const orderTable = (found: readonly Contradiction[]): Content =>
  rowTable(ORDER, found.slice(0, PAIRS_SHOWN));

type RefusedPair = NonNullable<GetLinksAnswer['refused']>[number];

const REFUSED: StaticOptions<RefusedPair> = {
  label: 'Refused',
  columns: [
    { id: 'a', title: 'One', isName: true, width: 240, phoneWidth: 130, cell: ({ a }) => assetLink(a) },
    { id: 'b', title: 'Other', isText: true, width: 380, cell: ({ b }) => assetLink(b) },
    {
      id: 'why',
      title: 'What stood against it',
      isText: true,
      width: 460,
      phoneWidth: 200,
      cell: ({ reasons }) => html`<span title=${reasons.join(' ')}>${reasons.join(' ')}</span>`,
    },
  ],
};

/** Pairs that looked alike and were not linked. */
export const refusedTable = (refused: NonNullable<GetLinksAnswer['refused']>): Content =>
  rowTable(REFUSED, refused);
