import { signal } from '@preact/signals-core';
import type { SimulateArbitrageAnswer } from '../../../client/src/index.ts';
import { count, dollars, fixed, MISSING } from '../../format/number.ts';
import { venueTitle } from '../../format/venue.ts';
import { param, setParams } from '../../state/location.ts';
import { distanceFigure } from '../figure.ts';
import { findName } from '../market/board.ts';
import { cutName } from '../market/name.ts';
import { splitNames } from '../market/name-parts.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import { type ComparedLeg, rememberComparison } from './comparison.ts';
import { findDearer, type Opportunity, orderBest } from './opportunities-model.ts';
import { readLeastYear } from './opportunity-filters.ts';
import { pictures } from './pictures.ts';

type Net = NonNullable<Opportunity['net']>;
type Best = NonNullable<Opportunity['best']>;
/** A row, with the scale that it shares with the others. */
interface Row extends Opportunity {
  readonly scale: Scale;
}

const TYPES: Readonly<Record<Opportunity['type'], string>> = {
  'yes-no': 'Yes here, No there',
  'complete-set': 'every outcome of one event',
  'perp-perp': 'long and short',
  'perp-basis': 'against the oracle',
};

/** First sentence of the panel: the number of opportunities that pay after fees, whatever capital is typed. */
export function answerLine({ summary, params, selected }: SimulateArbitrageAnswer): Content {
  const known = selected.flatMap(({ best }) => (best === null ? [] : [best.profitUsd]));
  const paying = known.filter((profit) => profit > 0);
  const sum = paying.reduce((one, two) => one + two, 0);
  const unknown = selected.length - known.length;
  return html`<p class="answer">
    <b>${count(paying.length)} of ${count(summary.opportunitiesConsidered)} pay after fees${paying.length === 0 ? '' : `, together ${dollars(sum)} USD, each at the size that earns most`}.</b>
    <span class="muted">${
      selected.length === params.topN ? `Books were read for the ${count(params.topN)} widest. ` : ''
    }${unknown === 0 ? '' : `${unknown === 1 ? 'What one earns is' : `What ${count(unknown)} earn is`} not known, for a reason that is named below.`}</span>
  </p>`;
}

/** The fee assumed at each venue, in the words of the answer. */
export const feeLines = ({ feesAssumed }: SimulateArbitrageAnswer): Content =>
  html`<p class="muted">Fees charged, where p is the price of a contract:</p>${Object.entries(
    feesAssumed,
  ).map(([venue, fee]) => html`<p class="muted"><b>${venueTitle(venue)}</b> ${fee?.says}.</p>`)}`;

/** Opportunities by what they earn in a year; below them those of which that is not known, with the reason. */
export function opportunityTables(answer: SimulateArbitrageAnswer): Content {
  const filter = { isTradableOnly: param('show') === 'tradable', leastYearFrac: readLeastYear() };
  const { known, unknown } = orderBest(answer.selected, filter);
  names.value = splitNames(answer.selected.map(findQuestion));
  const edges = answer.selected.flatMap(({ edgePct, net }) => [edgePct, net?.edgePct ?? 0]);
  const scale = { from: Math.min(0, ...edges), to: Math.max(0, ...edges) };
  const rows = (found: readonly Opportunity[]): readonly Row[] => found.map((each) => ({ ...each, scale }));
  const isLost = param('open') !== null && ![...known, ...unknown].some(isOpen);
  return html`${isLost ? html`<p class="warn">▲ The opportunity of the address is not in this list.</p>` : nothing}${
    known.length === 0
      ? html`<p class="state empty">${filter.leastYearFrac !== null ? 'None earns so much in a year.' : filter.isTradableOnly ? 'None is tradable: not one lot pays after fees.' : 'What can be earned is known of no opportunity.'}</p>`
      : rowTable(BESTS, rows(known))
  }${unknown.length === 0 ? nothing : html`<h3 class="inset">Not known</h3>${rowTable(REASONS, rows(unknown))}`}`;
}

const names = signal<ReturnType<typeof splitNames>>(new Map());

const findQuestion = ({ legs }: Opportunity): string => findName(legs[0]?.asset ?? '');

const findOrder = ({ legs, type }: Opportunity): string =>
  type === 'complete-set' && legs.length > 2
    ? `Yes of ${legs.length} outcomes, ${[...new Set(legs.map(({ venue }) => venueTitle(venue)))].join(', ')}`
    : legs.map(({ side, venue }) => `${side} ${venueTitle(venue)}`).join(' + ');

const NAME: Column<Row> = {
  id: 'name',
  title: 'Question',
  isName: true,
  width: 200,
  phoneWidth: 120,
  cell: (row) =>
    cutName(
      findQuestion(row),
      names.value.get(findQuestion(row)),
      `${findQuestion(row)} · ${TYPES[row.type]}`,
    ),
  sortBy: findQuestion,
};
const ORDERS: Column<Row> = {
  id: 'orders',
  title: 'Orders',
  isText: true,
  width: 200,
  cell: (row) => html`<span title=${findOrder(row)}>${findOrder(row)}</span>`,
  sortBy: findOrder,
};
const GROSS: Column<Row> = {
  id: 'gross',
  title: 'Gross',
  unit: '%',
  note: 'Profit over cost at the prices of the snapshot, before books and fees.',
  width: 76,
  cell: ({ edgePct }) => html`<span title=${edgePct}>${fixed(edgePct, 2)}</span>`,
  sortBy: ({ edgePct }) => edgePct,
};

const net = (
  id: string,
  title: string,
  read: (net: Net) => number | null,
  more: Omit<Partial<Column<Row>>, 'id' | 'title'> & {
    readonly decimals?: number;
    readonly whyNull?: string;
  },
): Column<Row> => ({
  id,
  title,
  width: 80,
  cell: ({ net: found }) => {
    const value = found === null ? null : read(found);
    if (value === null)
      return html`<span class="missing" title=${more.whyNull ?? 'no net'}>${MISSING}</span>`;
    const isLoss = (id === 'net' || id === 'edge') && value <= 0;
    return html`<span class=${isLoss ? 'bad' : ''} title=${value}>${fixed(value, more.decimals ?? 2)}</span>`;
  },
  sortBy: ({ net: found }) => (found === null ? null : read(found)),
  ...more,
});

/** A figure of what can be earned at most. */
const best = (
  id: string,
  title: string,
  read: (best: Best) => number | null,
  more: Omit<Partial<Column<Row>>, 'id' | 'title'> & {
    readonly decimals?: number;
    readonly whyNull?: string;
  },
): Column<Row> => ({
  id,
  title,
  width: 80,
  cell: ({ best: found }) => {
    const value = found === null ? null : read(found);
    if (value === null)
      return html`<span class="missing" title=${more.whyNull ?? 'not one lot pays'}>${MISSING}</span>`;
    return html`<span title=${value}>${fixed(value, more.decimals ?? 2)}</span>`;
  },
  sortBy: ({ best: found }) => (found === null ? null : read(found)),
  ...more,
});

const COLUMNS: readonly Column<Row>[] = [
  NAME,
  ORDERS,
  best('best-year', 'A year', ({ annualisedFrac }) => scaled(annualisedFrac), {
    unit: '%',
    decimals: 1,
    whyNull: 'a venue states no end, it is within an hour, or not one lot pays',
    note: 'What is earned at most over all that is paid, times 365 over the days of lock-up, not compounded.',
    width: 80,
    phoneWidth: 72,
  }),
  best('best', 'Earns', ({ profitUsd }) => profitUsd, {
    unit: 'USD',
    note: 'What is left at most after the live books and taker fees: lots are bought as long as one pays.',
    width: 84,
    phoneWidth: 76,
  }),
  best('best-contracts', 'Contracts', ({ contracts }) => contracts, {
    note: 'At which size it is earned: whole lots of every venue.',
    width: 92,
  }),
  best('best-paid', 'Costs', ({ costUsd }) => costUsd, {
    unit: 'USD',
    note: 'All that is paid at that size, taker fees included.',
    width: 88,
  }),
  best('best-last', 'Last lot', ({ marginalEdgeFrac }) => scaled(marginalEdgeFrac), {
    unit: '%',
    note: 'What the last lot leaves of all that is paid for it.',
    width: 76,
  }),
  {
    id: 'dearer',
    title: 'Dearer at',
    note: 'Where the Yes of the question costs more, and by how many points.',
    isText: true,
    width: 136,
    cell: (row) => {
      const dearer = findDearer(row);
      if (dearer === null)
        return html`<span class="missing" title="a set of outcomes has no dearer side">${MISSING}</span>`;
      return html`${dearer.at === 'oracle' || dearer.at === 'perpetual' ? dearer.at : venueTitle(dearer.at)}${
        dearer.points === null ? nothing : html` ${distanceFigure(dearer.points, { unit: 'probability' })}`
      }`;
    },
  },
  net('net', 'Net', ({ profitUsd }) => profitUsd, {
    unit: 'USD',
    note: 'What is left after the live books and the fees, at the share of the capital.',
    width: 88,
  }),
  net('edge', 'Net', ({ edgePct }) => edgePct, { unit: '%', width: 72 }),
  GROSS,
  {
    id: 'bars',
    title: 'Gross over net',
    isText: true,
    width: 120,
    cell: ({ edgePct, net: found, scale }) => edgeBars(edgePct, found?.edgePct ?? null, scale),
  },
  net('paid', 'Paid', ({ costUsd }) => costUsd, { unit: 'USD', width: 88, isOptional: true }),
  net('fees', 'Fees', ({ feesUsd }) => feesUsd, { unit: 'USD', width: 76, isOptional: true }),
  net('filled', 'Filled', ({ filledFrac }) => filledFrac * 100, {
    unit: '%',
    decimals: 0,
    note: 'How much of the size the books hold.',
    width: 66,
    isOptional: true,
  }),
  net('lockup', 'Lock-up', ({ lockUpDays }) => lockUpDays, {
    unit: 'd',
    decimals: 1,
    whyNull: 'a venue states no end',
    width: 76,
  }),
  net('year', 'Net a year', ({ annualisedEdgePct }) => annualisedEdgePct, {
    unit: '%',
    decimals: 1,
    whyNull: 'a venue states no end, or it is less than an hour away',
    note: 'Net edge times 365 over the days of lock-up, not compounded.',
    width: 88,
    isOptional: true,
  }),
];

const scaled = (frac: number | null): number | null => (frac === null ? null : 100 * frac);

const isOpen = ({ id }: Opportunity) => param('open') === id;
const toggle = (row: Opportunity) => setParams({ open: isOpen(row) ? null : row.id });

export const OPPORTUNITY_COLUMNS = COLUMNS;
const BESTS: StaticOptions<Row> = {
  label: 'Opportunities',
  columns: COLUMNS,
  onOpen: toggle,
  detail: (row) => (isOpen(row) ? detail(row) : null),
};

const REASONS: StaticOptions<Row> = {
  label: 'Opportunities of which it is not known what they earn',
  columns: [
    { ...NAME, width: 220 },
    ORDERS,
    GROSS,
    {
      id: 'reason',
      title: 'Why it is not known',
      isText: true,
      width: 460,
      phoneWidth: 190,
      cell: ({ netReason }) => html`<span class="muted" title=${netReason ?? ''}>${netReason}</span>`,
      sortBy: ({ netReason }) => netReason,
    },
  ],
  onOpen: toggle,
  detail: (row) => (isOpen(row) ? detail(row) : null),
};

/** Both books at the size, lock-up, differences that could change the resolution, and the rules beside each other. */
function detail(row: Row): Content {
  const { net: found, best: most, netReason, legs, type } = row;
  const compared = legs.map(({ asset, venue, side }): ComparedLeg => {
    const walked = found?.legs.find((leg) => leg.asset === asset && leg.side === side) ?? null;
    return {
      asset,
      venue,
      side,
      contracts: walked?.contracts ?? null,
      avgPrice: walked?.avgPrice ?? null,
      costUsd: walked?.costUsd ?? null,
      feeUsd: walked?.feeUsd ?? null,
      feeSource: walked?.feeSource ?? null,
    };
  });
  const [first] = legs;
  return html`${most === null ? nothing : html`<p class="what">${earned(most)}</p>`}
    <p class="what">
      ${TYPES[type]}${found === null ? html`: <span class="warn">▲ ${netReason}</span>` : html`: ${fixed(found.contracts, 1)} contracts of each pay ${dollars(found.contracts)} USD, cost ${dollars(found.costUsd)} and ${dollars(found.feesUsd)} of fees, leave <b>${dollars(found.profitUsd)} USD</b> (${fixed(found.edgePct, 2)} %)`}.
      ${found === null ? nothing : lockUp(found)}
      ${first === undefined || type === 'perp-basis' ? nothing : html`<a href="/event/asset/${encodeURIComponent(first.asset)}">the question at all venues</a>`}
    </p>
    ${(found?.settlementDifferences ?? []).length === 0 ? nothing : html`<p><span class="warn">▲ may resolve differently:</span> ${found?.settlementDifferences.join(' ')}</p>`}
    ${most === null ? nothing : pictures(row)}
    ${legs.some(({ side }) => side === 'long' || side === 'short') ? nothing : html`<ct-view .view=${compare(compared)}></ct-view>`}`;
}

/** Sentence about the most that can be earned. */
const earned = ({ contracts, costUsd, profitUsd, marginalEdgeFrac, annualisedFrac }: Best): Content =>
  contracts === 0
    ? html`<b>Not one lot pays</b> after taker fees.`
    : html`At most <b>${dollars(profitUsd)} USD</b> can be earned: ${fixed(contracts, 2)} contracts of each cost ${dollars(costUsd)} USD with taker fees${marginalEdgeFrac === null ? '' : `, and the last lot leaves ${fixed(100 * marginalEdgeFrac, 2)} % of what it costs`}.
        ${annualisedFrac === null ? '' : html`That is <b>${fixed(100 * annualisedFrac, 1)} % a year</b>, not compounded.`}`;

const lockUp = ({ lockUpDays, annualisedEdgePct }: Net): Content =>
  lockUpDays === null
    ? html`<span class="muted">Lock-up not known: a venue states no end.</span>`
    : html`Locked up for <b>${fixed(lockUpDays, 1)} days</b>${annualisedEdgePct === null ? '' : `, ${fixed(annualisedEdgePct, 1)} % a year`}.`;

const compare = rememberComparison();

interface Scale {
  readonly from: number;
  readonly to: number;
}

const WIDTH = 104;

function edgeBars(gross: number, after: number | null, { from, to }: Scale): Content {
  const width = to - from || 1;
  const at = (edge: number) => ((edge - from) / width) * WIDTH;
  const bar = (edge: number) => ({
    x: Math.min(at(0), at(edge)),
    size: Math.max(1, Math.abs(at(edge) - at(0))),
  });
  const above = bar(gross);
  const below = after === null ? null : bar(after);
  const label = `gross ${fixed(gross, 2)} %, net ${after === null ? 'not known' : `${fixed(after, 2)} %`}`;
  return html`<svg class="edges" width=${WIDTH} height="18" role="img" aria-label=${label}>
    <rect class="gross" x=${above.x} y="1" width=${above.size} height="7"></rect>
    ${below === null ? nothing : svg`<rect class=${(after ?? 0) < 0 ? 'net loss' : 'net'} x=${below.x} y="10" width=${below.size} height="7"></rect>`}
    <line x1=${at(0)} x2=${at(0)} y1="0" y2="18"></line>
  </svg>`;
}
