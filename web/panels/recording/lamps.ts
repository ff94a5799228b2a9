import { computed } from '@preact/signals-core';
import type {
  GetAnomaliesAnswer,
  GetFeedHealthAnswer,
  GetStaleAssetsAnswer,
} from '../../../client/src/index.ts';
import { count } from '../../format/number.ts';
import { age, clockTime } from '../../format/time.ts';
import { getByVenue, venueTitle } from '../../format/venue.ts';
import { call, outages, refusedKey, type SharedCause } from '../../state/calls.ts';
import { now, serviceNow } from '../../state/clock.ts';
import { isPhone, settings } from '../../state/settings.ts';
import { type Content, html, toFreshness, view } from '../view.ts';
import { countMarkets, isVenueLate, type RecordingState, recordingState, shortenReason } from './model.ts';

/** Polling status and anomalies, which every page follows. */
export const feedHealth = call<GetFeedHealthAnswer>('/api/feed/health', {
  everyMs: 5_000,
  saidIn: 'venues',
});
export const anomalies = call<GetAnomaliesAnswer>('/api/health/anomalies', { everyMs: 5_000 });

/** Markets that are not recorded, as the service reports them: those without a record for five minutes. */
export const staleAssets = call<GetStaleAssetsAnswer>('/api/alerts/stale?limit=100', { everyMs: 60_000 });

/** Links to the panels of Overview that list what is wrong. */
export const UNRECORDED_PANEL = '/#panel-late-and-never-recorded';

/** A venue whose markets are not recorded now. */
export interface LateVenue {
  readonly venue: string;
  readonly isLost: boolean;
  /** Time of its last poll, epoch ms; null: it has not answered since the start. */
  readonly sinceMs: number | null;
}

/** Venues whose newest data is older than two polls, as last asked: the lost ones first. */
export const lateVenues = computed((): readonly LateVenue[] => {
  const value = feedHealth.state.value.data;
  if (value === null) return [];
  return Object.keys(value.venues)
    .flatMap((venue): LateVenue[] => {
      const state = getRecording(value, venue);
      const poller = getByVenue(value.health, venue);
      if (poller === undefined || !isVenueLate(state, poller)) return [];
      return [{ venue, isLost: state === 'lost', sinceMs: poller.lastFetchedAt }];
    })
    .toSorted((a, b) => Number(b.isLost) - Number(a.isLost));
});

/** Numbers of markets by their recording; null: not known yet. */
export const marketCounts = computed(() => {
  const { data } = staleAssets.state.value;
  if (data === null) return null;
  return countMarkets(
    data.summary,
    lateVenues.value.map(({ venue }) => venue),
  );
});

/** Finds the time of the start of the service, epoch ms; null: not known yet. */
function findStart(): number | null {
  const { data, receivedAt } = feedHealth.state.value;
  const nowMs = serviceNow();
  if (data === null || receivedAt === null || nowMs === null) return null;
  return nowMs - (performance.now() - receivedAt) - data.health.uptimeMs;
}

/** Describes a late venue: `Kalshi since 19:15`, or since when its first poll is awaited. */
export function nameLate({ venue, sinceMs }: LateVenue): string {
  const at = sinceMs ?? findStart();
  return `${venueTitle(venue)}${at === null ? '' : ` since ${clockTime(at, settings.value.zone)}`}`;
}

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
/** Age in ms of what the page knows of the polls while the service does not answer; null while it does. */
export const silentMs = computed(() => (isLive.value ? null : pageAgeMs.value));

/** Three lamps: is everything recorded, does the data look right, is this page alive. */
export const lamps = view(() => html`<span class="lamps">${lampsInOrder().map(renderLamp)}</span>`);

/** Lists all lamps; on a phone only the worst one. */
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
  if (health !== null && outages.value.size === 0)
    for (const { venue, sinceMs } of lateVenues.value.filter(({ isLost }) => isLost)) {
      const { lastError = null } = getByVenue(health.health, venue) ?? {};
      if (sinceMs === null && lastError === null) continue;
      const reason = lastError === null ? '' : `: ${shortenReason(lastError)}`;
      lines.push(
        sinceMs === null
          ? html`<p class="banner" role="status">
              <b class="bad">■ ${venueTitle(venue)} has not answered</b> since the start, ${clockTime(findStart() ?? 0, settings.value.zone)}${reason}
            </p>`
          : html`<p class="banner" role="status">
              <b class="bad">■ ${venueTitle(venue)} is not recorded</b> since ${clockTime(sinceMs, settings.value.zone)}${reason}
            </p>`,
      );
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

/** Finds the interval between two polls of a venue, ms: data older than two of them is late. null: not known yet. */
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
  const { text: missing, light } = missingMarkets();
  const text = [critical === 0 ? '' : `${critical} critical`, warnings].filter(Boolean).join(', ') || missing;
  const warming = data.warming ? ', warming up' : '';
  if (!isLive.value || failure !== null) return lamp('unknown', 'data', `${text} when last asked`, worst);
  if (critical > 0) return lamp(data.warming ? 'warn' : 'bad', 'data', `${text}${warming}`, worst);
  return lamp(warning > 0 ? 'warn' : light, 'data', `${text}${warming}`, worst);
}

/**
 * Describes the missing markets of which the service does not warn: a market without a price at its venue is no alarm.
 */
function missingMarkets(): { readonly text: string; readonly light: Light } {
  const { late = 0, never = 0 } = marketCounts.value ?? {};
  if (late > 0) return { text: `${count(late)} late`, light: 'warn' };
  return never > 0
    ? { text: `${count(never)} never recorded`, light: 'unknown' }
    : { text: 'ok', light: 'good' };
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
