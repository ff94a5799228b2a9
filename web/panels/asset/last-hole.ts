import type { GetGapsAnswer } from '../../../client/src/index.ts';
import type { TimeWindow } from '../../chart/window.ts';
import { dayTime, duration } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { serviceNow } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { formatCurl } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { type Content, html, view } from '../view.ts';

const EVERY_MS = 30_000;
/** Least time shown on either side of a hole. */
const MIN_MARGIN_MS = 5 * 60_000;

/** The newest hole in the record of an asset, one press away. @param show Brings a window into view. */
export function lastHole(asset: string, show: (window: TimeWindow) => void): Content {
  const newest = call<GetGapsAnswer>(withQuery('/api/gaps', { asset, limit: 1 }), { everyMs: EVERY_MS });
  return view(() => {
    const { data, failure } = newest.state.value;
    if (data === null) {
      return failure === null
        ? ''
        : html`<span class="warn" title=${failure.message}>▲ holes: ${failure.code}</span>`;
    }
    const gap = data.gaps.at(-1);
    if (gap === undefined)
      return html`<span title=${formatCurl(newest)}>● no hole in its prices since the first record</span>`;
    const { fromMs, reason } = gap;
    const endMs = gap.toMs ?? serviceNow() ?? fromMs;
    const margin = Math.max(MIN_MARGIN_MS, endMs - fromMs);
    const lasted = gap.toMs === null ? 'it lasts' : duration(endMs - fromMs);
    return html`<button
      class="last-hole"
      title="${reason}; ${formatCurl(newest)}"
      @click=${() => show({ fromMs: fromMs - margin, toMs: endMs + margin })}
    >▲ last hole ${dayTime(fromMs, settings.value.zone)}, ${lasted}</button>`;
  });
}
