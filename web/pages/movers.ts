import { computed } from '@preact/signals-core';
import type {
  GetFeedAnswer,
  GetLinksAnswer,
  GetMoversAnswer,
  GetResolutionsAnswer,
  Mover,
} from '../../client/src/index.ts';
import { distanceText } from '../format/market.ts';
import { count, fixed } from '../format/number.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../format/time.ts';
import { getPriceUnit, kindsIn, venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { dayChangeFigure, priceFigure, VENUE_CHANGE } from '../panels/figure.ts';
import { marketRows } from '../panels/market/model.ts';
import { type BookNow, describeMove, findLinked } from '../panels/market/move-reason.ts';
import { marketName } from '../panels/market/name.ts';
import { splitNames } from '../panels/market/name-parts.ts';
import { names } from '../panels/market/names.ts';
import { toShownName } from '../panels/market/shown-name.ts';
import { countBefore, describeComing, HALF_HOUR_MS, lineColumn } from '../panels/market/sparkline.ts';
import { panel } from '../panels/panel.ts';
import { type Column, rowTable, type StaticOptions } from '../panels/table/table.ts';
import { type Content, html, nothing } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { goTo, param, withQuery } from '../state/location.ts';
import { isPhone, settings } from '../state/settings.ts';

const EVERY_MS = MINUTE_MS;
const DEFAULT_ROWS = '25';
const ROWS = [
  ['10', '10'],
  [DEFAULT_ROWS, '25'],
  ['50', '50'],
] as const;
const rowsShown = () => chosen(param('rows'), ROWS, DEFAULT_ROWS);
const KINDS = [
  ['', 'all'],
  [kindsIn('usd'), 'perpetuals'],
  [kindsIn('probability'), 'probabilities'],
] as const;
const LEAST = [
  ['0', 'any change'],
  ['0.01', '≥ 1 %'],
  ['0.05', '≥ 5 %'],
  ['0.2', '≥ 20 %'],
] as const;

const links = call<GetLinksAnswer>('/api/links?limit=1000', { everyMs: EVERY_MS });

const feed = call<GetFeedAnswer>('/api/feed', { everyMs: EVERY_MS });
/** Books and states of all markets, by asset. */
const rows = computed(
  () => new Map(marketRows([feed.state.value.data], null).map((row) => [row.asset, row])),
);

const resolutions = computed(() => {
  // The window moves by an hour, so that a call lasts as long.
  const since = now.value === null ? null : Math.floor((now.value - DAY_MS) / HOUR_MS) * HOUR_MS;
  return since === null
    ? null
    : call<GetResolutionsAnswer>(withQuery('/api/resolutions', { since, limit: 1_000 }), {
        everyMs: EVERY_MS,
      });
});
const ended = computed(
  () => new Map((resolutions.value?.state.value.data?.resolutions ?? []).map((each) => [each.asset, each])),
);

const moversCall = () =>
  call<GetMoversAnswer>(
    withQuery('/api/movers', {
      topN: rowsShown(),
      kind: chosen(param('kind'), KINDS),
      minPriceChangePct: chosen(param('least'), LEAST),
    }),
    { everyMs: EVERY_MS },
  );

/** What moved in the last 24 hours? */
export function open(): OpenPage {
  const panels = [
    direction('Rose most', ({ gainers }) => gainers, 'Nothing rose by so much.'),
    direction('Fell most', ({ losers }) => losers, 'Nothing fell by so much.'),
  ];
  return {
    title: 'Movers',
    view: () => html`<h1 class="pagehead">
        What moved in 24 hours?
        <span class="spring"></span>${filters()}
      </h1>
      <div class="grid">${panels}</div>`,
  };
}

function filters(): Content {
  return html`${choices({ label: 'kind', param: 'kind', values: KINDS, current: chosen(param('kind'), KINDS) })}
  ${choices({ label: 'least change', param: 'least', values: LEAST, current: chosen(param('least'), LEAST) })}
  ${choices({ label: 'rows', param: 'rows', values: ROWS, current: rowsShown(), standard: DEFAULT_ROWS })}`;
}

function direction(
  title: string,
  getRows: (answer: GetMoversAnswer) => readonly Mover[],
  nothingMoved: string,
): Content {
  return panel<GetMoversAnswer>({
    title,
    guide: 'glossary#figures',
    unit: 'change of 24 h, by share of the price',
    call: moversCall,
    empty: (answer) => (getRows(answer).length === 0 ? nothingMoved : null),
    isFlush: true,
    body: (answer) => moversTable(title, getRows(answer), answer.totals),
  });
}

/** The name that lists have, of one that is listed no more its own. */
const findName = (mover: Mover): string =>
  names.value.get(mover.asset.toLowerCase())?.name ?? toShownName(mover);
const nameParts = computed(() => splitNames([...names.value.values()].map(({ name }) => name)));

/** Changes of linked markets, in percent or points by their class. */
const changes = computed(
  () =>
    new Map(
      [...names.value].map(([asset, { change24hPct, change24hPts, venue }]) => [
        asset,
        { change: getPriceUnit(asset) === 'usd' ? change24hPct : change24hPts, venue: venueTitle(venue) },
      ]),
    ),
);

const getMove = (mover: Mover): number | null =>
  getUnit(mover) === 'usd' ? mover.changeFrac * 100 : mover.change24hPts;

/** Empty half hours from which an asset counts as listed within the day: a first price may be late by two of them. */
const MANY_BEFORE = 3;

/** Time at which a market was listed: that of its first price, if its venue was recorded before. null: not in this day. */
function findListing({ asset, venue }: Mover): number | null {
  const before = countBefore(asset) ?? 0;
  if (before < MANY_BEFORE) return null;
  const wasRecorded = shownMovers().some((other) => other.venue === venue && countBefore(other.asset) === 0);
  return wasRecorded ? (now.peek() ?? 0) - (47 - before) * HALF_HOUR_MS : null;
}

const shownMovers = (): readonly Mover[] => {
  const { data } = moversCall().state.value;
  return data === null ? [] : [...data.gainers, ...data.losers];
};

function findResolved(asset: string): string | null {
  const own = ended.value.get(asset);
  if (own !== undefined) return OUTCOMES[own.outcome] ?? own.outcome;
  for (const { a, b, relation } of links.state.value.data?.links ?? []) {
    if (relation !== 'same' || (a !== asset && b !== asset)) continue;
    const other = ended.value.get(a === asset ? b : a);
    if (other !== undefined)
      return `${OUTCOMES[other.outcome] ?? other.outcome} on ${venueTitle(other.venue)}`;
  }
  return null;
}
const OUTCOMES: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

function findBook({ asset }: Mover): BookNow | null {
  const row = rows.value.get(asset);
  if (row === undefined) return null;
  const { bid, ask, spread, unit } = row;
  return {
    hasBid: bid !== null && bid > 0,
    hasAsk: ask !== null && ask > 0,
    // For perpetuals the spread is in bps and the change in percent.
    spread: spread === null ? null : unit === 'usd' ? spread / 100 : spread,
    text: spread === null ? '' : distanceText(spread, unit, settings.value.odds),
  };
}

function why(mover: Mover): string {
  const entry = names.value.get(mover.asset.toLowerCase());
  return describeMove(getMove(mover), {
    linked: findLinked(mover.asset, links.state.value.data?.links ?? [], changes.value),
    resolved: findResolved(mover.asset),
    status: rows.value.get(mover.asset)?.status ?? null,
    endDate: entry?.endDate ?? null,
    listedAt: findListing(mover),
    volume24hUsd: entry?.volume24hUsd ?? null,
    book: findBook(mover),
    nowMs: now.peek() ?? 0,
  });
}

const COLUMNS: readonly Column<Mover>[] = [
  {
    id: 'name',
    title: 'market',
    isName: true,
    width: 150,
    cell: (mover) =>
      html`${marketName({ ...mover, name: findName(mover) }, nameParts.value.get(findName(mover)))}${isPhone.value ? html`<small class="why muted">${why(mover)}</small>` : nothing}`,
  },
  {
    id: 'venue',
    title: 'venue',
    isText: true,
    width: 92,
    isOptional: true,
    cell: ({ venue }) => venueTitle(venue),
  },
  {
    id: 'price',
    title: 'price',
    width: 84,
    phoneWidth: 76,
    cell: (mover) => priceFigure(mover.currentPrice, { unit: getUnit(mover), whyNull: 'no_price' }),
  },
  {
    id: 'change',
    title: '24 h',
    note: `Percent of perpetuals, points of probabilities: 2 % to 4 % is a rise by two points, and by 100 %. ${VENUE_CHANGE}`,
    width: 100,
    phoneWidth: 100,
    cell: (mover) =>
      html`<span title=${SOURCES[mover.source]}>${dayChangeFigure(getMove(mover), { unit: getUnit(mover), source: mover.source, whyNull: 'no_price' })}</span>`,
    sortBy: getMove,
  },
  lineColumn(({ asset }) => asset, 76),
  {
    id: 'why',
    title: 'known beside it',
    isText: true,
    width: 176,
    cell: (mover) => html`<span class="why muted" title=${why(mover)}>${why(mover)}</span>`,
  },
];

const tables = new Map<string, StaticOptions<Mover>>();
const tableOptions = (label: string): StaticOptions<Mover> => {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const made = {
    label,
    columns: COLUMNS,
    onOpen: ({ asset }: Mover) => goTo(`/asset/${encodeURIComponent(asset)}`),
  };
  tables.set(label, made);
  return made;
};

function moversTable(label: string, movers: readonly Mover[], totals: GetMoversAnswer['totals']): Content {
  return html`${rowTable(tableOptions(label), movers)}
    <p class="muted">
      ${count(totals.eligible)} of ${count(totals.considered)} markets have a change of 24 hours that is
      known${totals.avgAbsChange === null ? nothing : html`; on average ${fixed(totals.avgAbsChange * 100, 1)} % of the price`}${describeComing() === '' ? nothing : `; ${describeComing()}`}
    </p>`;
}

const SOURCES: Readonly<Record<Mover['source'], string>> = {
  feed: "the venue's own figure",
  'store-delta': 'against the record of 24 hours ago',
  venue: "the venue's own figure, since our record is younger than a day",
};

const getUnit = ({ asset }: Mover) => getPriceUnit(asset);
