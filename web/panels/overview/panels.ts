import { computed, signal } from '@preact/signals-core';
import type {
  GetAnomaliesAnswer,
  GetFeedHealthAnswer,
  GetRecordedAssetsAnswer,
  GetSnapshotterHealthAnswer,
} from '../../../client/src/index.ts';
import { bytes, count, fixed } from '../../format/number.ts';
import { age, duration, MINUTE_MS } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { withQuery } from '../../state/location.ts';
import { panel } from '../panel.ts';
import {
  anomalies,
  feedHealth,
  getRecording,
  lateVenues,
  marketCounts,
  nameLate,
  silentMs,
  UNRECORDED_PANEL,
} from '../recording/lamps.ts';
import type { RecordingState } from '../recording/model.ts';
import { gapsCall } from '../recording/recording-lanes.ts';
import { type Column, rowTable } from '../table/table.ts';
import { type Content, html, nothing, renderAge, view } from '../view.ts';

/** Mark and tone of each severity: shape and colour, never colour alone. */
const SEVERITIES = {
  critical: { mark: '■', tone: 'bad' },
  warning: { mark: '▲', tone: 'warn' },
  info: { mark: '○', tone: 'muted' },
} as const;

interface VenueRow {
  readonly venue: string;
  readonly poller: NonNullable<GetFeedHealthAnswer['health']['kalshi']>;
}

const readState = ({ venue, poller }: VenueRow): RecordingState =>
  getRecording({ health: { [venue]: poller } as unknown as GetFeedHealthAnswer['health'] }, venue);

const VENUE_COLUMNS: readonly Column<VenueRow>[] = [
  { id: 'venue', title: 'venue', isName: true, width: 100, cell: ({ venue }) => venueTitle(venue) },
  {
    id: 'state',
    title: 'state',
    isText: true,
    width: 130,
    phoneWidth: 130,
    cell: (row) =>
      html`<span title=${row.poller.lastError ?? ''}>${stateWord(readState(row), row.poller.lastError)}${row.poller.blocked ? html` <b class="bad">blocked</b>` : nothing}</span>`,
  },
  {
    id: 'poll',
    title: 'last poll',
    width: 72,
    phoneWidth: 76,
    cell: ({ poller }) => renderAge(poller.lastFetchedAt, poller.effectiveIntervalMs),
  },
  {
    id: 'interval',
    title: 'interval',
    width: 72,
    cell: ({ poller }) => duration(poller.effectiveIntervalMs),
  },
  { id: 'polls', title: 'polls', width: 64, cell: ({ poller }) => count(poller.okCount) },
  {
    id: 'failed',
    title: 'failed',
    width: 60,
    cell: ({ poller }) => html`<span title=${poller.lastError ?? ''}>${count(poller.failCount)}</span>`,
  },
  {
    id: 'refused',
    title: 'refused',
    note: 'Answers and values that the service could not use.',
    width: 68,
    cell: ({ poller }) =>
      html`<span title=${poller.lastSchemaFailure ?? ''}>${count(poller.schemaFailures + poller.refusedValues)}</span>`,
  },
  {
    id: 'budget',
    title: 'budget',
    unit: '%',
    width: 76,
    cell: ({ poller }) => fixed(poller.budgetUsedFrac * 100, 0),
  },
  {
    id: 'streams',
    title: 'streams',
    width: 68,
    cell: ({ poller: { stream } }) =>
      stream === null ? html`<span class="muted">none</span>` : `${stream.connected}/${stream.connections}`,
  },
  {
    id: 'silences',
    title: 'silences',
    note: 'Streams that were open and said nothing while the poll saw the asset move.',
    width: 70,
    cell: ({ poller: { stream } }) =>
      stream === null ? html`<span class="muted">–</span>` : silences(stream.silences),
  },
];
const VENUE_TABLE = { label: 'Venues', columns: VENUE_COLUMNS } as const;

/** Polling status, one line per venue. */
const venues = (): Content =>
  panel<GetFeedHealthAnswer>({
    title: 'Venues',
    guide: 'operating/health#what-to-watch',
    width: 'wide',
    isFlush: true,
    call: feedHealth,
    body: ({ venues: states, health }) =>
      rowTable<VenueRow>(
        VENUE_TABLE,
        Object.keys(states).flatMap((venue) => {
          const poller = health[venue as keyof typeof states];
          return poller === undefined ? [] : [{ venue, poller }];
        }),
      ),
  });

function stateWord(state: RecordingState, lastError: string | null): Content {
  if (state === 'lost') return html`<b class="bad">■ not recorded</b>`;
  if (state === 'failing')
    return html`<b class="warn">▲ polls ${lastError === null ? 'are late' : 'fail'}</b>`;
  return '● recorded';
}

type Silences = NonNullable<NonNullable<GetFeedHealthAnswer['health']['kalshi']>['stream']>['silences'];

/** Streams that were open and said nothing while the poll saw the asset move. */
function silences(found: Silences | undefined): Content {
  if (found === undefined) return '–';
  const { detected, ongoing, detectMs, recoverMs } = found;
  const times = [
    detectMs === null ? '' : `found within ${duration(detectMs.max)}`,
    recoverMs === null ? '' : `over within ${duration(recoverMs.max)}`,
  ];
  const title = times.filter((text) => text !== '').join(', ');
  if (ongoing > 0) return html`<b class="warn" title=${title}>▲ ${ongoing} now</b>`;
  return html`<span title=${title}>${count(detected)}</span>`;
}

/** Findings of the watchdog, worst first. */
const watchdog = (): Content =>
  panel<GetAnomaliesAnswer>({
    title: 'Watchdog',
    guide: 'operating/health#silent-streams',
    width: 'third',
    call: anomalies,
    empty: ({ anomalies: found, warming }) =>
      found.length > 0 || listMissing().length > 0
        ? null
        : `Nothing looks wrong${warming ? '; the service has just started' : ''}.`,
    body: ({ anomalies: found }) => html`<ul class="findings">
      ${[...found].sort((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical')).map(finding)}
      ${listMissing().map(({ tone, what, href }) => html`<li><b class=${tone}>${what}</b> <a href=${href} target="_self">which</a></li>`)}
    </ul>`,
  });

const finding = ({
  severity,
  code,
  message,
  count: rows,
}: GetAnomaliesAnswer['anomalies'][number]): Content =>
  html`<li>
    <b class=${SEVERITIES[severity].tone}>${SEVERITIES[severity].mark} ${code.replaceAll('_', ' ')}</b>
    ${rows === undefined ? nothing : html`<span class="muted">${count(rows)}</span>`}
    <span>${message}</span>
  </li>`;

interface Missing {
  readonly tone: 'bad' | 'warn' | 'muted';
  readonly what: string;
  readonly href: string;
}

/**
 * Lists the missing records for which the watchdog names no cause, with the panel that lists them: a lost venue first.
 */
function listMissing(): readonly Missing[] {
  const { late = 0, never = 0 } = marketCounts.value ?? {};
  const open = gapsCall()?.state.value.data?.gaps.filter(({ toMs }) => toMs === null).length ?? 0;
  const gaps = '/#panel-not-recorded';
  const counted: Missing[] = [
    { tone: 'warn', what: `▲ ${count(open)} ${open === 1 ? 'hole lasts' : 'holes last'}`, href: gaps },
    { tone: 'warn', what: `▲ ${count(late)} late`, href: UNRECORDED_PANEL },
    { tone: 'muted', what: `○ ${count(never)} never recorded`, href: UNRECORDED_PANEL },
  ];
  const numbers = [open, late, never];
  return [
    ...lateVenues.value.map(
      (venue): Missing =>
        venue.isLost
          ? { tone: 'bad', what: `■ not recorded: ${nameLate(venue)}`, href: gaps }
          : { tone: 'warn', what: `▲ late: ${nameLate(venue)}`, href: gaps },
    ),
    ...counted.filter((_, index) => numbers[index]! > 0),
  ];
}

/** One sentence: how many markets there are, how many are recorded, and the state of the others. */
export const verdict = view((): Content => {
  const counts = marketCounts.value;
  if (counts === null) return html`<span class="muted">counting the markets</span>`;
  const { all, recorded, late, never } = counts;
  const away = silentMs.value;
  if (away !== null)
    return html`<span class="muted">${count(all)} markets, ${count(recorded)} recorded when last asked, ${age(away)} ago.</span>`;
  const venues = lateVenues.value.map(nameLate).join(', ');
  const why = (number: number, word: string) =>
    number === 0 ? nothing : html`, <a href=${UNRECORDED_PANEL} target="_self">${count(number)} ${word}</a>`;
  return html`<b>${count(all)} markets</b>, ${count(recorded)} recorded now${why(late, 'late')}${venues === '' ? nothing : `: ${venues}`}${why(never, 'never recorded: why')}.`;
});

const MAX_COUNTED = 1_000;
const seriesCall = call<GetRecordedAssetsAnswer>(
  withQuery('/api/history/assets', { active: true, limit: MAX_COUNTED }),
  { everyMs: 5 * MINUTE_MS },
);
const snapshotFile = call<GetSnapshotterHealthAnswer>('/api/health/snapshotter', {
  everyMs: MINUTE_MS,
  saidIn: 'stats',
});

/** The store: series that are written now, and the file that carries the newest state over a restart. */
const store = (): Content =>
  panel<GetRecordedAssetsAnswer>({
    title: 'Store',
    guide: 'operating/disk#what-is-kept',
    width: 'third',
    call: seriesCall,
    never: ({ count: series }) => (series === 0 ? 'nothing was recorded in the last hour' : null),
    body: ({ assets, totalBytes, nextCursor }) => {
      const more = nextCursor === null ? '' : ' and more';
      const records = assets.reduce((sum, asset) => sum + asset.count, 0);
      return html`<dl class="facts">
        <dt>series written in the last hour</dt><dd>${count(assets.length)}${more}</dd>
        <dt>their records</dt><dd>${count(records)}${more}</dd>
        <dt>their size</dt><dd>${bytes(totalBytes)}${more}</dd>
        <dt>bytes a record</dt><dd>${records === 0 ? '–' : fixed(totalBytes / records, 1)}</dd>
        <dt>restart file</dt><dd>${restartFile.value}</dd>
      </dl>`;
    },
  });

/** The first file follows the start: until then the call is a failure that says nothing. */
const FIRST_FILE_MS = 90_000;

const restartFile = computed((): Content => {
  const uptimeMs = feedHealth.state.value.data?.health.uptimeMs ?? 0;
  if (uptimeMs < FIRST_FILE_MS) return html`<span class="muted">the service has just started</span>`;
  const { data, failure } = snapshotFile.state.value;
  if (data === null)
    return failure === null
      ? html`<span class="muted">loading</span>`
      : html`<b class="bad">${failure.code}</b>`;
  const { lastTsMs, sizeBytes } = data.stats;
  if (lastTsMs === null) return html`<span class="warn">not written yet</span>`;
  return html`${bytes(sizeBytes ?? 0)}, ${renderAge(lastTsMs, data.thresholds.warnAfterMs / 2)} old`;
});

/** Panels about single markets come behind the first table, which does not wait for their code. */
const later = signal<typeof import('./markets.ts') | null>(null);
const loadLater = () =>
  requestAnimationFrame(() => {
    void import('./markets.ts').then((module) => {
      later.value = module;
    });
  });

/** Everything below the lanes of recording: wide panels at the left, short ones at the right. */
export function overviewPanels(): readonly Content[] {
  let isAsked = later.peek() !== null;
  const wide = view(() => {
    if (!isAsked && feedHealth.state.value.data !== null) {
      isAsked = true;
      loadLater();
    }
    return html`${later.value === null ? nothing : later.value.widePanels()}`;
  });
  const short = view(() => later.value?.resolutions() ?? nothing);
  return [
    html`<div class="stack wide">${[venues(), wide]}</div>`,
    html`<div class="stack third">${[watchdog(), store(), short]}</div>`,
  ];
}
