import { computed } from '@preact/signals-core';
import type {
  GetAnomaliesAnswer,
  GetFeedHealthAnswer,
  GetStaleAssetsAnswer,
} from '../../../client/src/index.ts';
import { age, clockTime } from '../../format/time.ts';
import { getByVenue, venueTitle } from '../../format/venue.ts';
import { call, outages, refusedKey, type SharedCause } from '../../state/calls.ts';
import { now, serviceNow } from '../../state/clock.ts';
import { isPhone, settings } from '../../state/settings.ts';
import { type Content, html, toFreshness, view } from '../view.ts';
import { type RecordingState, recordingState } from './model.ts';

/** Polling status and anomalies, which every page follows. */
export const feedHealth = call<GetFeedHealthAnswer>('/api/feed/health', {
  everyMs: 5_000,
  saidIn: 'venues',
});
export const anomalies = call<GetAnomaliesAnswer>('/api/health/anomalies', { everyMs: 5_000 });

/** Markets that are not recorded, as the service reports them: those without a record for five minutes. */
export const staleAssets = call<GetStaleAssetsAnswer>('/api/alerts/stale?limit=100', { everyMs: 60_000 });

type Light = 'good' | 'warn' | 'bad' | 'unknown';
interface Lamp {
  readonly light: Light;
  readonly name: string;
  readonly text: string;
  readonly title: string;
}
const RANKS: Readonly<Record<Light, number>> = { good: 0, unknown: 1, warn: 2, bad: 3 };
const SIGNS: Readonly<Record<Light, string>> = { good: '●', warn: '▲', bad: '■', unknown: '○' };

/** Whether a call still shows how things are. */
const pageAgeMs = computed(() => {
  const { receivedAt } = feedHealth.state.value;
  const nowMs = now.value;
  if (receivedAt === null || nowMs === null) return null;
  return Math.max(0, nowMs - ((serviceNow() ?? 0) - (performance.now() - receivedAt)));
});
const isLive = computed(() => pageAgeMs.value !== null && toFreshness(pageAgeMs.value, 5_000) === 'fresh');

/** Three lamps: is everything recorded, does the data look right, is this page alive. */
export const lamps = view(() => html`<span class="lamps">${lampsInOrder().map(renderLamp)}</span>`);

/** All lamps; on a phone only the worst one. */
function lampsInOrder(): readonly Lamp[] {
  const all = [recordingLamp(), dataLamp(), pageLamp()];
  if (!isPhone.value) return all;
  const worst = all.reduce((found, lamp) => (RANKS[lamp.light] > RANKS[found.light] ? lamp : found));
  return [worst];
}

/** One line for one cause, above the page, with since when: panels keep what they have, and age. */
export const banner = view((): Content => {
  // Read, so that the times below move.
  const nowMs = now.value;
  const since = ({ since: at }: SharedCause) => {
    const forMs = performance.now() - at;
    const begun = nowMs === null ? null : (serviceNow() ?? nowMs) - forMs;
    return `since ${begun === null ? '' : `${clockTime(begun, settings.value.zone)}, `}${age(forMs)}`;
  };
  const lines: Content[] = [];
  // When neither server answers, one banner states the cause.
  const [away] = outages.value;
  if (away !== undefined) {
    const [server, cause] = away;
    const isBot = server === 'bot' && outages.value.size === 1;
    lines.push(html`<p class="banner" role="status">
      <b class="bad">■ ${isBot ? 'The bot API' : 'The service'} does not answer</b>
      ${since(cause)}. What is shown is from before and ages; it is asked again on its own.
    </p>`);
  }
  const refused = refusedKey.value;
  if (refused !== null)
    lines.push(html`<p class="banner" role="status">
      <b class="bad">■ The key is refused</b> ${since(refused)}: ${refused.failure.message}
      <button @click=${() => void import('../account/key-form.ts').then((form) => form.showKeyForm())}>give another key</button>
    </p>`);
  const health = feedHealth.state.value.data;
  if (health !== null && outages.value.size === 0) {
    const lost = Object.keys(health.venues).filter((venue) => getRecording(health, venue) === 'lost');
    for (const venue of lost) {
      const poller = getByVenue(health.health, venue);
      if (poller?.lastFetchedAt == null) continue;
      lines.push(html`<p class="banner" role="status">
        <b class="bad">■ ${venueTitle(venue)} is not recorded</b> since ${clockTime(poller.lastFetchedAt, settings.value.zone)}${poller.lastError === null ? '' : `: ${poller.lastError}`}
      </p>`);
    }
  }
  return html`${lines}`;
});

function recordingLamp(): Lamp {
  const value = feedHealth.state.value.data;
  if (value === null) return lamp('unknown', 'recording', 'not known yet');
  const venues = Object.keys(value.venues);
  const inState = (wanted: RecordingState) =>
    venues.filter((venue) => getRecording(value, venue) === wanted).join(', ');
  const lost = inState('lost');
  const recorded = venues.filter((venue) => getRecording(value, venue) !== 'lost').length;
  const text = `${recorded}/${venues.length}`;
  if (!isLive.value) return lamp('unknown', 'recording', `${text} when last asked`);
  if (lost !== '') return lamp(recorded === 0 ? 'bad' : 'warn', 'recording', text, `not recorded: ${lost}`);
  const failing = inState('failing');
  if (failing !== '') return lamp('warn', 'recording', text, `polls fail or are late: ${failing}`);
  return lamp('good', 'recording', text);
}

/** Between two polls of a venue, ms: data older than two of them is late. null: not known yet. */
export const findInterval = (venue: string | null): number | null =>
  getByVenue(feedHealth.state.value.data?.health, venue)?.effectiveIntervalMs ?? null;

/** Whether a venue is recorded, as the service last said. */
export const getRecording = ({ health: pollers }: Pick<GetFeedHealthAnswer, 'health'>, venue: string) =>
  recordingState(venue, getByVenue(pollers, venue), anomalies.state.value.data);

function dataLamp(): Lamp {
  const { data, failure } = anomalies.state.value;
  if (data === null) return lamp('unknown', 'data', 'not known yet');
  const { critical, warning } = data.counts;
  const isWorst = critical > 0 ? 'critical' : 'warning';
  const worst = data.anomalies.find(({ severity }) => severity === isWorst)?.message ?? '';
  const warnings = warning === 0 ? '' : `${warning} ${warning === 1 ? 'warning' : 'warnings'}`;
  const text = [critical === 0 ? '' : `${critical} critical`, warnings].filter(Boolean).join(', ') || 'ok';
  const warming = data.warming ? ', warming up' : '';
  if (!isLive.value || failure !== null) return lamp('unknown', 'data', `${text} when last asked`, worst);
  if (critical > 0) return lamp(data.warming ? 'warn' : 'bad', 'data', `${text}${warming}`, worst);
  return lamp(warning > 0 ? 'warn' : 'good', 'data', `${text}${warming}`, worst);
}

function pageLamp(): Lamp {
  const ageMs = pageAgeMs.value;
  if (ageMs === null)
    return lamp('unknown', 'page', feedHealth.state.value.failure === null ? 'asking' : 'no answer');
  if (isLive.value) return lamp('good', 'page', 'live');
  return lamp(ageMs > 60_000 ? 'bad' : 'warn', 'page', `${age(ageMs)} old`);
}

const lamp = (light: Light, name: string, text: string, title = ''): Lamp => ({ light, name, text, title });

function renderLamp({ light, name, text, title }: Lamp): Content {
  return html`<a class="lamp ${light}" href="/" title=${title}
    ><span aria-hidden="true">${SIGNS[light]}</span> <span class=${isPhone.value ? 'hidden' : 'lamp-name'}>${name}</span> <b>${text}</b></a
  >`;
}
