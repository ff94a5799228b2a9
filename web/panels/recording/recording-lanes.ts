import { computed, signal } from '@preact/signals-core';
import type {
  GetFeedAnswer,
  GetFeedHealthAnswer,
  GetGapsAnswer,
  GetHistoryAggregateAnswer,
} from '../../../client/src/index.ts';
import { dayTime, duration, MINUTE_MS, zoneName } from '../../format/time.ts';
import { getByVenue, toAssetId, venueTitle } from '../../format/venue.ts';
import { call, follow } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { param, setParams, withQuery } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { feedHealth, getRecording, lateVenues, staleAssets } from './lamps.ts';
import {
  buildLane,
  chooseRange,
  computeThinShare,
  LANE_CELLS,
  LANE_RANGES,
  type LaneRange,
  type RecordingCell,
  type RecordingState,
  THIN_WHY,
  USUAL_RANGE,
  withWitnessed,
  witnessGap,
} from './model.ts';
import { recordingLane } from './recording-lane.ts';

/** Seldom enough that an idle page stays within 40 requests a minute; a cell of a day is 15 minutes wide. */
const LANE_EVERY_MS = MINUTE_MS;
const CHOICE_EVERY_MS = 600_000;

/** The range with which lanes begin, once the first answers have decided it; it stays while the page is open. */
const firstRange = signal<LaneRange | null>(null);

export const laneRange = computed((): LaneRange => {
  const name = param('range');
  const standard = lanesToMs.value === null ? firstRange.value : null;
  return LANE_RANGES.find((range) => range.name === name) ?? standard ?? USUAL_RANGE;
});

/** Whether the lanes wait until it is known which range they begin with. An address that names one does not. */
const isUndecided = computed(
  () => firstRange.value === null && lanesToMs.value === null && laneRange.value.name !== param('range'),
);

/** Moves to a shorter (-1) or longer (1) range. */
export function stepRange(by: -1 | 1): void {
  const index = LANE_RANGES.indexOf(laneRange.value) + by;
  const next = LANE_RANGES[Math.max(0, Math.min(LANE_RANGES.length - 1, index))]!;
  setParams({ range: toParam(next), to: null });
}

/** Finds the member of the address for a range; null for the one with which lanes begin. */
const toParam = (range: LaneRange): string | null => (range === firstRange.value ? null : range.name);

/** Cells of the usual range by venue; none where no answer will come. */
const firstLanes = new Map<string, readonly RecordingCell[]>();

/** Decides with which range lanes begin, once all of them are known or one is old enough for the usual range. */
function noteFirst(venue: string, cells: readonly RecordingCell[]): void {
  firstLanes.set(venue, cells);
  const venues = Object.keys(feedHealth.state.peek().data?.venues ?? {});
  const lanesKnown = [...firstLanes.values()];
  const range = chooseRange(lanesKnown, now.peek() ?? 0);
  const isKnown = venues.every((each) => firstLanes.has(each)) && lanesKnown.some(({ length }) => length > 0);
  // A lane is being drawn: what it reads changes after it.
  if (range === USUAL_RANGE || isKnown) queueMicrotask(() => (firstRange.value ??= range));
}

/** The end of the lanes that a copied link has frozen; null: it follows the present. Epoch ms. */
export const lanesToMs = computed(() => {
  const to = Date.parse(param('to') ?? '');
  return Number.isFinite(to) && to > 0 && to < (now.value ?? 0) ? to : null;
});

/** Start of the first cell: it moves when a cell is full, and with it the requests. */
const lanesFromMs = computed(() => {
  const { bucketMs } = laneRange.value;
  const endMs = lanesToMs.value ?? now.value;
  return endMs === null ? null : (Math.floor(endMs / bucketMs) - LANE_CELLS + 1) * bucketMs;
});

/** Lists the members that replace a range up to now in a copied link. */
export const frozenLanes = (): Readonly<Record<string, string>> => ({
  range: laneRange.peek().name,
  to: new Date(lanesToMs.peek() ?? now.peek() ?? 0).toISOString(),
});

const largest = call<GetFeedAnswer>('/api/feed?top=1', { everyMs: CHOICE_EVERY_MS });

/** Seldom enough that an idle page stays within 40 requests a minute. */
const GAPS_EVERY_MS = 20_000;

/** Holes of all venues and markets in the range of the lanes; null: the service's clock is not known yet. */
export function gapsCall(): ReturnType<typeof call<GetGapsAnswer>> | null {
  if (lanesFromMs.value === null) return null;
  const query = { fromMs: lanesFromMs.value, toMs: lanesToMs.value, limit: 200 };
  return call<GetGapsAnswer>(withQuery('/api/gaps', query), { everyMs: GAPS_EVERY_MS });
}

/** The largest market of each venue, which represents it in its lane. The choice is kept while the page is open. */
const chosen = new Map<string, LaneMarket>();
export function findLargest(venue: string): string | null {
  const known = chosen.get(venue);
  if (known !== undefined) return known.asset;
  const { data } = largest.state.value;
  const found = (data as unknown as Record<string, VenueMarkets | null> | null)?.[venue];
  const market = [...(found?.perps ?? []), ...(found?.markets ?? []), ...(found?.outcomes ?? [])][0];
  if (market !== undefined) chosen.set(venue, market);
  return market?.asset ?? null;
}
const findName = (venue: string): string => {
  const market = chosen.get(venue);
  return market?.title ?? market?.coin ?? market?.asset ?? '';
};
interface LaneMarket {
  readonly asset: string;
  readonly coin?: string;
  readonly title?: string;
}
interface VenueMarkets {
  readonly perps?: readonly LaneMarket[];
  readonly markets?: readonly LaneMarket[];
  readonly outcomes?: readonly LaneMarket[];
}

function laneCall(venue: string) {
  const asset = findLargest(venue);
  if (asset === null || lanesFromMs.value === null) return null;
  const path = `/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`;
  const query = { bucketMs: laneRange.value.bucketMs, fromMs: lanesFromMs.value, toMs: lanesToMs.value };
  return call<GetHistoryAggregateAnswer>(withQuery(path, query), { everyMs: LANE_EVERY_MS });
}

const lanes = new Map<string, ReturnType<typeof makeLane>>();
function makeLane(venue: string) {
  const following = follow(() => laneCall(venue));
  let seen: ReturnType<typeof witnessGap> = null;
  return view(() => {
    const { data } = feedHealth.state.value;
    const polls = getByVenue(data?.health, venue);
    if (data === null || polls === undefined) return laneRow(venue, null, following.value);
    const state = getRecording(data, venue);
    seen = witnessGap(seen, state, polls);
    return laneRow(venue, { polls, state, seen }, following.value);
  });
}

interface LaneHealth {
  readonly polls: NonNullable<GetFeedHealthAnswer['health']['kalshi']>;
  readonly state: RecordingState;
  readonly seen: ReturnType<typeof witnessGap>;
}

function laneRow(
  venue: string,
  health: LaneHealth | null,
  following: ReturnType<typeof follow<GetHistoryAggregateAnswer>>['value'],
): Content {
  const { data = null, failure = null } = following?.state ?? {};
  const asset = findLargest(venue);
  const isWithout = asset === null ? largest.state.value.data !== null : failure !== null;
  if (isUndecided.value && data === null && isWithout) noteFirst(venue, []);
  const name = html`<span class="lane-name">
    <b>${venueTitle(venue)}</b>
    ${asset === null ? nothing : html`<a href="/asset/${encodeURIComponent(asset)}" title="the record of its largest market is drawn; ${asset}">${findName(venue)}</a>`}
    ${venueShare(venue)}
  </span>`;
  if (asset === null && health?.state === 'lost')
    return html`<div class="lane">${name}<span class="state failed">not recorded: no answer yet</span></div>`;
  if (data === null || health === null || data.bucketMs !== laneRange.value.bucketMs) {
    const text = failure === null ? 'loading' : `${failure.code}: ${failure.message}`;
    return html`<div class="lane">${name}<span class="state ${failure === null ? 'loading' : 'failed'}">${text}</span></div>`;
  }
  const isFrozen = lanesToMs.value !== null;
  const nowMs = lanesToMs.value ?? now.peek() ?? 0;
  const { recordedFromMs } = data.coverage;
  const lane = buildLane({
    buckets: data.buckets,
    gaps: isFrozen ? data.gaps : withWitnessed(data.gaps, health.seen),
    recordedFromMs,
    fromMs: lanesFromMs.value ?? 0,
    bucketMs: data.bucketMs,
    cells: LANE_CELLS,
    nowMs,
    intervalMs: health.polls.effectiveIntervalMs,
  });
  const { cells, gaps } = lane;
  if (isUndecided.value) {
    noteFirst(venue, cells);
    return html`<div class="lane">${name}<span class="state loading">loading</span></div>`;
  }
  const lostMs = gaps.reduce((sum, gap) => sum + gap.toMs - gap.fromMs, 0);
  const isOpen = gaps.some((gap) => gap.isOpen);
  const { polls } = health;
  // Lanes of the past say nothing about now.
  const state = isFrozen ? 'recorded' : health.state;
  const verdict =
    (isOpen && !isFrozen) || state === 'lost'
      ? html`<b class="bad" title=${polls.lastError ?? ''}>■ not recorded</b>`
      : state === 'failing'
        ? html`<b class="warn" title=${polls.lastError ?? ''}>▲ polls ${polls.lastError === null ? 'are late' : 'fail'}</b>`
        : recordedFromMs === null
          ? html`<span class="muted">never recorded</span>`
          : gaps.length === 0
            ? html`<span>● no hole</span>${thinPart(lane)}`
            : html`<span class="warn">▲ ${gaps.length} ${gaps.length === 1 ? 'hole' : 'holes'}, ${duration(lostMs)}</span>`;
  const label = `${venueTitle(venue)}: ${gaps.length} holes in ${laneRange.value.name}`;
  return html`<div class="lane">
    ${name}${recordingLane({ label, cells, gaps, recordedFromMs, nowMs, asset: asset ?? '' })}<span class="lane-verdict">${verdict}</span>
  </div>`;
}

/** Number of a venue's markets that are recorded, with a link to the one without a record for longest. */
function venueShare(venue: string): Content {
  const { data } = staleAssets.state.value;
  const counts = getByVenue(data?.summary.byVenue, venue);
  if (data === null || counts === undefined) return nothing;
  const { total, stale, neverRecorded } = counts;
  const isLate = lateVenues.value.some((late) => late.venue === venue);
  const recorded = isLate ? 0 : total - stale - neverRecorded;
  const worst = [...data.stale, ...data.neverRecorded].find((row) => row.venue === venue);
  const share = html`<span class="lane-share">${recorded} of ${total} recorded</span>`;
  if (worst === undefined) return share;
  const since = worst.staleForMs === null ? 'never recorded' : `not for ${duration(worst.staleForMs)}`;
  return html`<span class="lane-share"
    ><a class="lane-share" href="/asset/${encodeURIComponent(toAssetId(venue, worst.asset))}" title="worst: ${worst.asset}, ${since}">${recorded} of ${total} recorded</a></span
  >`;
}

function thinPart(lane: ReturnType<typeof buildLane>): Content {
  const thin = computeThinShare(lane);
  if (thin === 0) return nothing;
  return html`<span class="muted" title=${THIN_WHY}>, ${Math.max(1, Math.round(thin * 100))} % filled in</span>`;
}

/** The share of due records that were written, venue by venue, with every hole at its true width. */
export const recordingLanes = (): Content =>
  panel<GetFeedHealthAnswer>({
    title: 'The tape',
    guide: 'concepts#what-was-not-recorded',
    unit: () => `records written of those due, ${zoneName(settings.value.zone)}`,
    width: 'full',
    call: feedHealth,
    tools: () => rangeChoices(),
    body: (health) => html`<div class="tape">
      ${Object.keys(health.venues).map((venue) => {
        const lane = lanes.get(venue) ?? makeLane(venue);
        lanes.set(venue, lane);
        return lane;
      })}
      ${view(axis)}
    </div>`,
  });

function rangeChoices(): Content {
  return html`<span class="choices" role="group" aria-label="range">
    ${LANE_RANGES.map(
      (range) =>
        html`<a
          href=${withQuery('/', { range: toParam(range) })}
          aria-current=${range === laneRange.value}
          >${range.name}</a
        >`,
    )}
  </span>`;
}

/** Five times below the lanes. */
function axis(): Content {
  const { value: start } = lanesFromMs;
  if (start === null) return nothing;
  const { bucketMs } = laneRange.value;
  const { zone } = settings.value;
  const marks = [0, 0.25, 0.5, 0.75].map((part) => dayTime(start + part * LANE_CELLS * bucketMs, zone));
  const isDay = bucketMs <= 900_000;
  const short = (mark: string) => (isDay ? mark.slice(11) : mark.slice(5, 10));
  return html`<div class="lane axis" aria-hidden="true">
    <span></span><span class="marks">${marks.map((mark) => html`<span>${short(mark)}</span>`)}<span>${lanesToMs.value === null ? 'now' : short(dayTime(lanesToMs.value, zone))}</span></span><span></span>
  </div>`;
}
