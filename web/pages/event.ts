import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer, GetLinksAnswer } from '../../client/src/index.ts';
import { getUnits } from '../format/market.ts';
import { count, fixed, MISSING } from '../format/number.ts';
import { dayTime, MINUTE_MS, zoneName } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import type { MarketPage } from '../panels/asset/market-page.ts';
import { distributionBars, togetherBars } from '../panels/event/bars.ts';
import { eventChart } from '../panels/event/chart.ts';
import { findDistribution } from '../panels/event/distribution.ts';
import { orderByThreshold } from '../panels/event/ladder-order.ts';
import {
  getExclusivity,
  keepGone,
  linkedVenues,
  listOutcomes,
  type Outcome,
  sumOutcomes,
} from '../panels/event/model.ts';
import { outcomeTable } from '../panels/event/table.ts';
import { figure } from '../panels/figure.ts';
import { type MarketRow, marketRows } from '../panels/market/model.ts';
import { panel } from '../panels/panel.ts';
import { type Content, externalLink, html, nothing, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { settings } from '../state/settings.ts';

const feed = call<GetFeedAnswer>('/api/feed', { everyMs: 30_000 });
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: MINUTE_MS });
const links = call<GetLinksAnswer>('/api/links?sort=difference&limit=1000', { everyMs: MINUTE_MS });

const rows = computed(() => marketRows([feed.state.value.data], index.state.value.data));

/**
 * Opens the page of every outcome of one question at one venue, beside the venues that ask the same. `rest`:
 * `<venue>/<key>`, or `asset/<id>`.
 */
export function open(rest: string): OpenPage {
  const cut = rest.indexOf('/');
  const [first, second] = [rest.slice(0, Math.max(0, cut)), rest.slice(cut + 1)];
  const asked = computed(() => rows.value.find(({ asset }) => asset.toLowerCase() === second.toLowerCase()));
  const isOfEvent = computed(() => {
    const event = first === 'asset' ? asked.value?.event : { key: second };
    const venue = first === 'asset' ? asked.value?.venue : first;
    if (event == null) return (row: MarketRow) => row.asset === asked.value?.asset;
    return (row: MarketRow) => row.event?.key === event.key && row.venue === venue;
  });
  let seen: readonly Outcome[] = [];
  const outcomes = computed(() => {
    // Before the first feed no outcome counts as removed.
    if (rows.value.length === 0) return seen;
    seen = keepGone(seen, listOutcomes(rows.value, links.state.value.data?.links ?? [], isOfEvent.value));
    return seen;
  });
  const title = computed(() => {
    const [one] = outcomes.value;
    if (one === undefined) return 'Event';
    return one.event?.title ?? one.name;
  });

  const table = panel<GetFeedAnswer>({
    title: 'Outcomes',
    guide: 'glossary#markets-and-prices',
    unit: () => {
      const open = outcomes.value.filter(({ isGone }) => !isGone);
      const order = orderByThreshold(open) === null ? 'the most probable first' : 'from low to high';
      return `${count(open.length)} at ${venueTitle(outcomes.value[0]?.venue ?? first)}, ${order}`;
    },
    width: 'full',
    isFlush: true,
    call: feed,
    empty: () => (outcomes.value.length === 0 ? 'No open market belongs to it now.' : null),
    body: () =>
      html`${sumLine(outcomes.value)}${togetherBars(outcomes.value)}${outcomeTable(outcomes.value, linkedVenues(outcomes.value))}`,
  });
  const chart = eventChart(() => outcomes.value);
  const hasDistribution = computed(() => findDistribution(outcomes.value) !== null);
  const distribution = panel<GetFeedAnswer>({
    title: 'Implied distribution',
    guide: 'concepts#a-ladder-of-strikes',
    unit: () => 'probability',
    width: 'full',
    call: feed,
    body: () => distributionBars(outcomes.value),
  });
  const rules = panel<MarketPage>({
    title: 'Rules and end',
    guide: 'links',
    width: 'full',
    call: () => {
      const [one] = outcomes.value;
      return one === undefined
        ? null
        : call<MarketPage>(`/api/asset/${encodeURIComponent(one.asset)}`, { everyMs: MINUTE_MS });
    },
    waiting: 'no outcome is known yet',
    body: (answer) => readRules(answer, outcomes.value),
  });
  const heading = view(
    () => html`<h1 class="pagehead" dir="auto">${title.value}</h1>${venueLine(outcomes.value)}`,
  );
  const unknown = view(() =>
    rows.value.length > 0 && outcomes.value.length === 0
      ? html`<p class="state never">No venue lists this event now. It may have ended, or the address has a letter too many: find it by its words with <kbd>Ctrl K</kbd>, or in <a href="/markets">Markets</a>.</p>`
      : nothing,
  );
  return {
    title: () => title.value,
    view: () =>
      html`${heading}${unknown}<div class="grid">${table}${view(() => (hasDistribution.value ? distribution : nothing))}${[chart, rules]}</div>`,
  };
}

/** The event as its venue has it: its page there, and what was traded of all outcomes. */
function venueLine(outcomes: readonly Outcome[]): Content {
  const open = outcomes.filter(({ isGone }) => !isGone);
  const [one] = open;
  if (one === undefined || one.venueUrl === null) return nothing;
  const traded = open.flatMap(({ volume24hUsd }) => (volume24hUsd === null ? [] : [volume24hUsd]));
  const sum = traded.reduce((total, each) => total + each, 0);
  const without = open.length - traded.length;
  return html`<p class="event-facts muted">${externalLink(one.venueUrl, venueTitle(one.venue))}${traded.length === 0 ? nothing : html` · ${figure('volume24hUsd', sum)} USD in 24 h${without === 0 ? nothing : `, without ${count(without)} that ${without === 1 ? 'has' : 'have'} no figure`}`}</p>`;
}

const SAYS = {
  complete: 'Exactly one of them pays, as the venue says: the sum of a fair market is 100 %.',
  exclusive: 'At most one of them pays, as the venue says; others may be possible.',
  independent: 'Several of them can pay: the sum need not be 100 %.',
  unknown: 'The venue does not say whether they exclude each other: the sum need not be 100 %.',
} as const;

function sumLine(outcomes: readonly Outcome[]): Content {
  if (outcomes.filter(({ isGone }) => !isGone).length < 2) return nothing;
  // Of strikes in one direction the lower include the higher: their sum means nothing.
  if (findDistribution(outcomes)?.by === 'strikes') return nothing;
  const { last, bid, ask, unpriced } = sumOutcomes(outcomes);
  const without =
    unpriced === 0 ? '' : ` without ${count(unpriced)} that ${unpriced === 1 ? 'has' : 'have'} no price`;
  return html`<p class="answer"><b>Together ${sumFigure(last)}${without}.</b> <span class="muted">All bids ${sumFigure(bid)}, all asks ${sumFigure(ask)}. ${SAYS[getExclusivity(outcomes)]}</span></p>`;
}

/** Shows a sum of probabilities, which may be beyond 100 %. */
function sumFigure(value: number | null): Content {
  if (value === null)
    return html`<span class="missing" title="an outcome has no such price">${MISSING}</span>`;
  return html`<span title=${value}>${fixed(value * 100, 1)} ${getUnits('probability', settings.value.odds).price}</span>`;
}

function readRules({ rules, resolution }: MarketPage, outcomes: readonly Outcome[]): Content {
  const { zone } = settings.value;
  const ends = [...new Set(outcomes.flatMap(({ endMs }) => (endMs === null ? [] : [endMs])))].sort(
    (a, b) => a - b,
  );
  const [from, to] = [ends[0], ends.at(-1)];
  const ended = outcomes.filter(({ status, isGone }) => isGone || status !== 'open');
  return html`<dl class="facts">
      <dt>due to be decided, ${zoneName(zone)}</dt><dd>${from === undefined ? 'the venue states no end' : dayTime(from, zone)}${to === undefined || to === from ? nothing : html` to ${dayTime(to, zone)}`}</dd>
      ${resolution == null ? nothing : html`<dt>the first outcome ended</dt><dd><b>${resolution.outcome}</b>, paid ${resolution.payout ?? '–'}</dd>`}
      ${ended.length === 0 ? nothing : html`<dt>ended</dt><dd>${ended.map(({ name, isGone, status }) => `${name}: ${isGone ? 'no longer listed' : status}`).join('; ')}</dd>`}
    </dl>
    ${outcomes.length > 1 ? html`<p class="muted">Rules of “${outcomes[0]?.name}”; those of the others are on their pages.</p>` : nothing}
    ${rules == null ? html`<p class="muted">The venue publishes no rules.</p>` : html`<p class="rules" dir="auto">${rules}</p>`}`;
}
