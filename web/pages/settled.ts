import { computed } from '@preact/signals-core';
import type { GetSettledAnswer, GetSettledSummaryAnswer } from '../../client/src/index.ts';
import { count, fixed, MISSING } from '../format/number.ts';
import { clockTime, DAY_MS, dayTime, HOUR_MS, MINUTE_MS } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { cutName } from '../panels/market/name.ts';
import { toShownName } from '../panels/market/shown-name.ts';
import { panel } from '../panels/panel.ts';
import { describeVerdict } from '../panels/settled/sentence.ts';
import { type Column, rowTable, type StaticOptions } from '../panels/table/table.ts';
import { type Content, html, nothing } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { goTo, param, withQuery } from '../state/location.ts';
import { settings } from '../state/settings.ts';

const DAYS = 7;
/** Number of hours whose verdicts other than contradicted are shown, because there are many. */
const SHOWN_HOURS = 6;
const MAX_ROWS = 1_000;
const VERDICTS = [
  ['contradicted', 'contradicted'],
  ['unknown', 'not proven'],
  ['reproduced', 'proven'],
] as const;
const VENUES = [
  ['', 'all'],
  ['polymarket', 'Polymarket'],
  ['kalshi', 'Kalshi'],
  ['limitless', 'Limitless'],
] as const;

const verdict = () => chosen(param('verdict'), VERDICTS);
const venue = () => chosen(param('venue'), VENUES);

type Row = GetSettledAnswer['settled'][number];
type SummaryRow = GetSettledSummaryAnswer['rows'][number];

const percent = (part: number | null) => (part === null ? MISSING : fixed(part * 100, 1));

const SUMMARY_COLUMNS: readonly Column<SummaryRow>[] = [
  { id: 'venue', title: 'venue', isName: true, width: 110, cell: (row) => venueTitle(row.venue) },
  {
    id: 'source',
    title: 'source',
    isText: true,
    width: 90,
    phoneWidth: 84,
    cell: (row) => row.source ?? 'not stated',
  },
  { id: 'all', title: 'markets', width: 80, cell: (row) => count(row.all) },
  {
    id: 'share',
    title: 'as paid',
    unit: '%',
    note: 'Of those that were decided, with an interval of 95 % that counts markets on one value once.',
    width: 170,
    phoneWidth: 84,
    cell: (row) =>
      html`${percent(row.share)}${row.share === null ? nothing : html` <span class="muted wide-only">${percent(row.shareLow)} to ${percent(row.shareHigh)}</span>`}`,
  },
  {
    id: 'coverage',
    title: 'decided',
    unit: '%',
    width: 90,
    phoneWidth: 84,
    cell: (row) => percent(row.coverage),
  },
  {
    id: 'contradicted',
    title: 'contradicted',
    width: 100,
    cell: (row) => (row.contradicted === 0 ? '0' : html`<b class="bad">${count(row.contradicted)}</b>`),
  },
  {
    id: 'unknown',
    title: 'not proven',
    isText: true,
    width: 260,
    cell: (row) =>
      Object.entries(row.unknown)
        .map(([reason, number]) => `${reason.replaceAll('_', ' ')} ${count(number)}`)
        .join(', '),
  },
];
const SUMMARY_TABLE = { label: 'Venues and sources', columns: SUMMARY_COLUMNS } as const;

/** Finds the title of a market; its id where nothing was registered of it. */
const findName = ({ asset, name, yesMeans, noMeans }: Row): string =>
  name === null ? asset : toShownName({ name, yesMeans, noMeans });

const ROW_COLUMNS: readonly Column<Row>[] = [
  {
    id: 'asset',
    title: 'market',
    isName: true,
    width: 240,
    cell: (row) => cutName(findName(row), undefined, `${findName(row)} · ${row.asset}`),
  },
  {
    id: 'window',
    title: 'window',
    isText: true,
    width: 200,
    cell: ({ openAt, closeAt }) => {
      const { zone } = settings.value;
      if (closeAt === null) return MISSING;
      return openAt === null
        ? dayTime(closeAt, zone)
        : `${dayTime(openAt, zone)} to ${clockTime(closeAt, zone).slice(0, 5)}`;
    },
  },
  { id: 'strike', title: 'strike', width: 150, cell: ({ strike }) => shorten(strike) },
  { id: 'value', title: 'price', width: 150, cell: ({ value }) => shorten(value) },
  {
    id: 'verdict',
    title: 'verdict',
    isText: true,
    width: 420,
    phoneWidth: 200,
    cell: (row) => {
      // The choice above the table names the verdict.
      const sentence = describeVerdict(row, settings.value.zone).replace(/^.*?: /, '');
      return row.verdict === 'contradicted'
        ? html`<b class="bad" title=${sentence}>${sentence}</b>`
        : html`<span title=${sentence}>${sentence}</span>`;
    },
  },
];
const ROW_TABLE: StaticOptions<Row> = {
  label: 'Verdicts',
  columns: ROW_COLUMNS,
  onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
};

const summary = call<GetSettledSummaryAnswer>(withQuery('/api/settled/summary', { days: DAYS }), {
  everyMs: MINUTE_MS,
});

const rowsCall = computed(() => {
  const span = verdict() === 'contradicted' ? DAYS * DAY_MS : SHOWN_HOURS * HOUR_MS;
  // The window moves by an hour, so that a call lasts as long.
  const since = now.value === null ? null : Math.floor((now.value - span) / HOUR_MS) * HOUR_MS;
  if (since === null) return null;
  return call<GetSettledAnswer>(
    withQuery('/api/settled', {
      verdict: verdict(),
      venue: venue() === '' ? null : venue(),
      since,
      limit: MAX_ROWS,
    }),
    { everyMs: MINUTE_MS },
  );
});

/** Opens the page that answers: were the markets that settle by a price paid as the recorded prices say? */
export function open(): OpenPage {
  const panels = [
    panel<GetSettledSummaryAnswer>({
      title: 'Venues and sources',
      guide: 'settled',
      unit: `last ${DAYS} days`,
      width: 'full',
      isFlush: true,
      call: summary,
      list: ({ rows }) => rows,
      empty: ({ rows }) =>
        rows.length === 0 ? `no market that settles by a price closed in the last ${DAYS} days` : null,
      body: ({ rows }) => rowTable(SUMMARY_TABLE, rows),
    }),
    panel<GetSettledAnswer>({
      title: 'Verdicts',
      guide: 'settled',
      unit: () => (verdict() === 'contradicted' ? `last ${DAYS} days` : `last ${SHOWN_HOURS} hours`),
      width: 'full',
      isFlush: true,
      tools,
      call: () => rowsCall.value,
      waiting: 'comes with the time of the service',
      list: ({ settled }) => settled,
      empty: ({ settled }) => (settled.length === 0 ? 'none of these' : null),
      // The newest first; the answer has the oldest first.
      body: ({ settled }) => rowTable(ROW_TABLE, [...settled].reverse()),
    }),
  ];
  return {
    title: 'Settled',
    view: () =>
      html`<h1 class="pagehead">Were windows paid as the recorded prices say?</h1><div class="grid">${panels}</div>`,
  };
}

function tools(): Content {
  return html`${choices({ label: 'verdict', param: 'verdict', values: VERDICTS, current: verdict() })}
  ${choices({ label: 'venue', param: 'venue', values: VENUES, current: venue() })}`;
}

/** Shortens a text of eighteen decimals, which do not fit a column, to two, which suffice to compare by eye. */
function shorten(text: string | null): Content {
  if (text === null) return MISSING;
  return html`<span title=${text}>${Number(text).toLocaleString('en-US', { maximumFractionDigits: 4 })}</span>`;
}
