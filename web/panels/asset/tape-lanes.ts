import type { TapeCoverage, TapeHole } from '../../../client/src/index.ts';
import type { TimeWindow } from '../../chart/window.ts';
import { holeText, isLost, spanText } from '../../format/tape.ts';
import { duration } from '../../format/time.ts';
import { serviceNow } from '../../state/clock.ts';
import { settings } from '../../state/settings.ts';
import { isLocking } from '../panel.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import type { FollowedRecord, TapeRecord } from './tape-record.ts';

/** Least width of a hole, percent of the lane: one of a second is seen in a day. */
const MIN_WIDTH = 0.25;
/** Least time shown on either side of a hole. */
const MIN_MARGIN_MS = 60_000;

interface Lane {
  readonly name: string;
  readonly drawn: Content;
  /** Words about it; '' where there is nothing to say. */
  readonly said: Content;
}

/** Lanes below the chart: when the book and the trades of the asset are known, and their newest holes in words. */
export function tapeLanes(
  record: TapeRecord,
  inView: TimeWindow,
  show: (window: TimeWindow) => void,
): Content {
  const lanes = [toLane('book', record.books, inView, show), toLane('trades', record.trades, inView, show)];
  return html`${lanes.map(
    ({ name, drawn }) =>
      html`<div class="tape-lane"><div class="drawn">${drawn}</div><span class="label">${name}</span></div>`,
  )}
    <p class="tape-said">${lanes.map(({ name, said }) => (said === '' ? nothing : html`<span>${name}: ${said}</span>`))}</p>`;
}

function toLane(
  name: string,
  { value: followed }: FollowedRecord,
  inView: TimeWindow,
  show: (window: TimeWindow) => void,
): Lane {
  const { data = null, failure = null } = followed?.state ?? {};
  if (data === null) {
    const said =
      failure === null ? '' : isLocking(failure) ? 'its record is locked' : `its record: ${failure.code}`;
    return { name, drawn: nothing, said };
  }
  const { coverage } = data;
  if (coverage.state === 'never' || coverage.state === 'off')
    return { name, drawn: nothing, said: 'not recorded' };
  const holes = coverage.notRecorded.filter(
    (hole) => isLost(hole) && hole.toMs >= inView.fromMs && hole.fromMs <= inView.toMs,
  );
  return { name, drawn: drawing(name, coverage, holes, inView), said: holesText(holes, show) };
}

function drawing(
  name: string,
  { recordedFromMs, recordedToMs, notRecorded, sampled, resyncs }: TapeCoverage,
  holes: readonly TapeHole[],
  { fromMs, toMs }: TimeWindow,
): Content {
  const { zone } = settings.value;
  const nowMs = serviceNow() ?? toMs;
  const x = (ms: number) => Math.max(0, Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100));
  const place = (from: number, to: number, least = 0) => ({
    left: x(from),
    wide: Math.max(least, x(to) - x(from)),
  });
  const rect = (kind: string, from: number, to: number, title: string, least = 0) => {
    const { left, wide } = place(from, to, least);
    return wide === 0
      ? nothing
      : svg`<rect class=${kind} x="${left.toFixed(3)}%" width="${wide.toFixed(3)}%" height="100%"><title>${title}</title></rect>`;
  };
  const span = (from: number, to: number) => spanText(from, to, nowMs, zone);
  const id = `tape-hatch-${name}`;
  const said = holes.length === 1 ? '1 hole' : `${holes.length} holes`;
  return html`<svg role="img" aria-label="Record of ${name} in view: ${said}" width="100%" height="10">
    <defs>${svg`<pattern id=${id} width="6" height="10" patternUnits="userSpaceOnUse"><path d="M-1 11L7 -1"></path></pattern>`}</defs>
    ${
      recordedFromMs === null || recordedToMs === null
        ? nothing
        : rect('known', recordedFromMs, recordedToMs, `${name} recorded`)
    }
    ${sampled.map((each) => rect('sampled', each.fromMs, each.toMs, `one state each ${duration(each.everyMs)}, ${span(each.fromMs, each.toMs)}`))}
    ${notRecorded.map((hole) => {
      const title = `${name} not known from ${span(hole.fromMs, hole.toMs)}: ${holeText(hole.reason)}`;
      if (!isLost(hole)) return rect('none', hole.fromMs, hole.toMs, title);
      const { left, wide } = place(hole.fromMs, hole.toMs, MIN_WIDTH);
      if (hole.toMs < fromMs || hole.fromMs > toMs) return nothing;
      return svg`<g class="hole"><title>${title}</title>
        <rect x="${left.toFixed(3)}%" width="${wide.toFixed(3)}%" height="100%"></rect>
        <rect fill="url(#${id})" x="${left.toFixed(3)}%" width="${wide.toFixed(3)}%" height="100%"></rect></g>`;
    })}
    ${resyncs.map((each) =>
      rect(
        'resync',
        each.fromMs,
        each.toMs,
        `changes were lost, ${span(each.fromMs, each.toMs)}: up to ${each.changes} levels may be wrong`,
        MIN_WIDTH,
      ),
    )}
  </svg>`;
}

/** The newest hole in view in words, one press away. */
function holesText(holes: readonly TapeHole[], show: (window: TimeWindow) => void): Content {
  const newest = holes.at(-1);
  if (newest === undefined) return '';
  const { fromMs, toMs, reason } = newest;
  const margin = Math.max(MIN_MARGIN_MS, toMs - fromMs);
  const more = holes.length > 1 ? `${holes.length} holes, the last ` : '';
  return html`<button class="last-hole" @click=${() => show({ fromMs: fromMs - margin, toMs: toMs + margin })}
    >▲ ${more}${spanText(fromMs, toMs, serviceNow() ?? toMs, settings.value.zone)}: ${holeText(reason)}</button>`;
}
