import { computed, signal } from '@preact/signals-core';
import type {
  GetAnomaliesAnswer,
  GetFeedHealthAnswer,
  GetRecordedAssetsAnswer,
  GetResolutionsAnswer,
  GetSnapshotterHealthAnswer,
  GetStaleAssetsAnswer,
} from '../../client/src/index.ts';
import { bytes, count, fixed } from '../format/number.ts';
import { duration } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import { call } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { withQuery } from '../state/location.ts';
import { anomalies, feedHealth, getRecording } from './lamps.ts';
import { panel } from './panel.ts';
import type { RecordingState } from './recording-model.ts';
import { type Content, html, nothing, renderAge, view } from './view.ts';

const MINUTE_MS = 60_000;
const STALE_SHOWN = 8;
const RESOLUTIONS_SHOWN = 6;

/** How an anomaly of each severity is shown: shape and colour, never colour alone. */
const SEVERITIES = {
  critical: { mark: '■', tone: 'bad' },
  warning: { mark: '▲', tone: 'warn' },
  info: { mark: '○', tone: 'muted' },
} as const;

/** How polling goes, a line per venue. */
const venues = (): Content =>
  panel<GetFeedHealthAnswer>({
    title: 'Venues',
    width: 'wide',
    call: feedHealth,
    body: ({ venues: states, health }) => html`<table class="plain">
      <thead>
        <tr>
          <th>venue</th><th>state</th><th class="num">last poll</th><th class="num">interval</th><th class="num">polls</th>
          <th class="num">failed</th><th class="num">refused</th><th class="num">budget %</th><th class="num">streams</th><th class="num">silences</th>
        </tr>
      </thead>
      <tbody>
        ${Object.keys(states).map((venue) => {
          const poller = health[venue as keyof typeof states];
          if (poller === undefined) return nothing;
          const { stream } = poller;
          return html`<tr>
            <td>${venueTitle(venue)}</td>
            <td class="nowrap" title=${poller.lastError ?? ''}>${stateWord(getRecording({ health }, venue), poller.lastError)}${poller.blocked ? html` <b class="bad">blocked</b>` : nothing}</td>
            <td class="num">${renderAge(poller.lastFetchedAt, poller.effectiveIntervalMs)}</td>
            <td class="num">${duration(poller.effectiveIntervalMs)}</td>
            <td class="num">${count(poller.okCount)}</td>
            <td class="num" title=${poller.lastError ?? ''}>${count(poller.failCount)}</td>
            <td class="num" title=${poller.lastSchemaFailure ?? ''}>${count(poller.schemaFailures + poller.refusedValues)}</td>
            <td class="num">${fixed(poller.budgetUsedFrac * 100, 0)}</td>
            <td class="num">${stream === null ? html`<span class="muted">none</span>` : `${stream.connected}/${stream.connections}`}</td>
            <td class="num">${stream === null ? html`<span class="muted">–</span>` : silences(stream.silences)}</td>
          </tr>`;
        })}
      </tbody>
    </table>`,
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

/** What looks wrong, worst first. */
const watchdog = (): Content =>
  panel<GetAnomaliesAnswer>({
    title: 'Watchdog',
    width: 'third',
    call: anomalies,
    empty: ({ anomalies: found, warming }) =>
      found.length > 0 ? null : `Nothing looks wrong${warming ? '; the service has just started' : ''}.`,
    body: ({ anomalies: found }) => html`<ul class="findings">
      ${[...found]
        .sort((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'))
        .map(
          ({ severity, code, message, count: rows }) => html`<li>
            <b class=${SEVERITIES[severity].tone}>${SEVERITIES[severity].mark} ${code.replaceAll('_', ' ')}</b>
            ${rows === undefined ? nothing : html`<span class="muted">${count(rows)}</span>`}
            <span>${message}</span>
          </li>`,
        )}
    </ul>`,
  });

const staleCall = call<GetStaleAssetsAnswer>('/api/alerts/stale?limit=50', { everyMs: MINUTE_MS });

/** Tracked assets whose records stopped or never began. */
const stale = (): Content =>
  panel<GetStaleAssetsAnswer>({
    title: 'Stale, never recorded',
    width: 'third',
    call: staleCall,
    empty: ({ summary }) =>
      summary.staleCount + summary.neverRecordedCount > 0
        ? null
        : `All ${summary.totalAssets} tracked assets are recorded.`,
    body: ({ summary, stale: old, neverRecorded, params }) => html`<dl class="facts">
        <dt>tracked</dt><dd>${count(summary.totalAssets)}</dd>
        <dt>stale for ${params.thresholdMin} min</dt><dd class=${summary.staleCount > 0 ? 'warn' : ''}>${count(summary.staleCount)}</dd>
        <dt>never recorded</dt><dd>${count(summary.neverRecordedCount)}</dd>
      </dl>
      <table class="plain">
        <tbody>
          ${[...old, ...neverRecorded].slice(0, STALE_SHOWN).map(
            ({ venue, asset, lastMs }) => html`<tr>
              <td class="text">${asset}</td>
              <td class="muted">${venueTitle(venue)}</td>
              <td class="num">${lastMs === null ? html`<span class="muted">never</span>` : renderAge(lastMs)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`,
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

/** What is kept: series that are written now, and the file that carries the newest state over a restart. */
const store = (): Content =>
  panel<GetRecordedAssetsAnswer>({
    title: 'Store',
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

const SINCE_MS = 6 * 60 * MINUTE_MS;

/** The latest ends of markets. */
const resolutions = (): Content =>
  panel<GetResolutionsAnswer>({
    title: 'Markets that ended',
    width: 'third',
    call: () => {
      const nowMs = now.value;
      if (nowMs === null) return null;
      const since = Math.floor((nowMs - SINCE_MS) / SINCE_MS) * SINCE_MS;
      return call(withQuery('/api/resolutions', { since, limit: 1_000 }), { everyMs: MINUTE_MS });
    },
    waiting: 'waiting for the service’s clock',
    empty: ({ resolutions: ended }) =>
      ended.length === 0 ? 'No end of a market was recorded in the last hours.' : null,
    body: ({ resolutions: ended }) => html`<table class="plain">
      <tbody>
        ${ended
          .slice(-RESOLUTIONS_SHOWN)
          .reverse()
          .map(
            ({ asset, outcome, recordedAt, disputed }) => html`<tr>
            <td class="text"><a href="/asset/${encodeURIComponent(asset)}">${asset}</a></td>
            <td><b>${outcome}</b>${disputed === true ? html` <span class="warn">▲ disputed</span>` : nothing}</td>
            <td class="num">${renderAge(recordedAt)}</td>
          </tr>`,
          )}
      </tbody>
    </table>`,
  });

/** Below the first table, and behind it. */
const gaps = signal<Content>(nothing);
void import('./gap-list.ts').then(({ gapList }) => {
  gaps.value = gapList();
});

/** Everything below the tape: what is wide at the left, what is short at the right. */
export const overviewPanels = (): readonly Content[] => [
  html`<div class="stack wide">${[venues(), view(() => gaps.value)]}</div>`,
  html`<div class="stack third">${[watchdog(), store(), stale(), resolutions()]}</div>`,
];
