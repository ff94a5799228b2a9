import { computed } from '@preact/signals-core';
import type { GetAnomaliesAnswer, GetFeedHealthAnswer } from '../../client/src/index.ts';
import { age } from '../format/time.ts';
import { call } from '../state/calls.ts';
import { now, serviceNow } from '../state/clock.ts';
import { type Content, freshnessOf, html, view } from './view.ts';

/** How polling goes, and what looks wrong: every page follows both. */
export const feedHealth = call<GetFeedHealthAnswer>('/api/feed/health', { everyMs: 5_000 });
export const anomalies = call<GetAnomaliesAnswer>('/api/health/anomalies', { everyMs: 5_000 });

type Light = 'good' | 'warn' | 'bad' | 'unknown';
const SIGNS: Readonly<Record<Light, string>> = { good: '●', warn: '▲', bad: '■', unknown: '○' };

/** A failure such as 503 carries the verdict too. */
const health = computed(() => {
  const { data, failure } = feedHealth.state.value;
  const said = failure?.body as Partial<GetFeedHealthAnswer> | null | undefined;
  return said?.venues !== undefined ? (said as GetFeedHealthAnswer) : data;
});

/** Whether a call still tells how things are. */
const pageAgeMs = computed(() => {
  const { receivedAt } = feedHealth.state.value;
  const nowMs = now.value;
  if (receivedAt === null || nowMs === null) return null;
  return Math.max(0, nowMs - ((serviceNow() ?? 0) - (performance.now() - receivedAt)));
});
const isLive = computed(() => pageAgeMs.value !== null && freshnessOf(pageAgeMs.value, 5_000) === 'fresh');

/** Three lamps: is everything recorded, does the data look right, is this page alive. */
export const lamps = view(
  () => html`<span class="lamps">${recordingLamp()}${dataLamp()}${pageLamp()}</span>`,
);

function recordingLamp(): Content {
  const { value } = health;
  if (value === null) return lamp('unknown', 'recording', 'not known yet');
  const venues = Object.entries(value.venues);
  const up = venues.filter(([, state]) => state === 'OK').length;
  const text = `${up}/${venues.length}`;
  if (!isLive.value) return lamp('unknown', 'recording', `${text} when last asked`);
  const down = venues.filter(([, state]) => state !== 'OK').map(([venue]) => venue);
  if (down.length > 0)
    return lamp(up === 0 ? 'bad' : 'warn', 'recording', text, `not recorded: ${down.join(', ')}`);
  const degraded = Object.entries(value.degraded)
    .filter(([, is]) => is)
    .map(([venue]) => venue);
  if (degraded.length > 0) return lamp('warn', 'recording', text, `polls fail: ${degraded.join(', ')}`);
  return lamp('good', 'recording', text);
}

function dataLamp(): Content {
  const { data } = anomalies.state.value;
  if (data === null) return lamp('unknown', 'data', 'not known yet');
  const { critical, warning, total } = data.counts;
  const worst = data.anomalies[0]?.message ?? '';
  const text = total === 0 ? 'ok' : `${total} ${total === 1 ? 'warning' : 'warnings'}`;
  const warming = data.warming ? ', warming up' : '';
  if (!isLive.value) return lamp('unknown', 'data', `${text} when last asked`, worst);
  if (critical > 0) return lamp(data.warming ? 'warn' : 'bad', 'data', `${text}${warming}`, worst);
  return lamp(warning > 0 ? 'warn' : 'good', 'data', `${text}${warming}`, worst);
}

function pageLamp(): Content {
  const ageMs = pageAgeMs.value;
  if (ageMs === null)
    return lamp('unknown', 'page', feedHealth.state.value.failure === null ? 'asking' : 'no answer');
  if (isLive.value) return lamp('good', 'page', 'live');
  return lamp(ageMs > 60_000 ? 'bad' : 'warn', 'page', `${age(ageMs)} old`);
}

function lamp(light: Light, name: string, text: string, title = ''): Content {
  return html`<a class="lamp ${light}" href="/" title=${title}
    ><span aria-hidden="true">${SIGNS[light]}</span> ${name} <b>${text}</b></a
  >`;
}
