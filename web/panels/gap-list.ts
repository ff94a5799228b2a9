import type { GetGapsAnswer } from '../../client/src/index.ts';
import { dayTime, duration, zoneName } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import { call } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { withQuery } from '../state/location.ts';
import { settings } from '../state/settings.ts';
import { panel } from './panel.ts';
import { tapeFromMs, tapeRange, tapeToMs } from './tape.ts';
import { type Content, html, nothing } from './view.ts';

/** Seldom enough that an idle page stays within 40 requests a minute. */
const GAPS_EVERY_MS = 20_000;
const GAPS_SHOWN = 12;

/** The holes of all venues and assets in the range, newest first. */
export const gapList = (): Content =>
  panel<GetGapsAnswer>({
    title: 'Not recorded',
    unit: () => zoneName(settings.value.zone),
    width: 'wide',
    call: () => {
      if (tapeFromMs.value === null) return null;
      const path = withQuery('/api/gaps', {
        fromMs: tapeFromMs.value,
        toMs: tapeToMs.value,
        limit: 200,
      });
      return call<GetGapsAnswer>(path, { everyMs: GAPS_EVERY_MS });
    },
    waiting: 'waiting for the service’s clock',
    empty: ({ gaps }) =>
      gaps.length === 0
        ? `No gap in ${tapeToMs.value === null ? 'the last' : 'these'} ${tapeRange.value.name}.`
        : null,
    body: ({ gaps, nextCursor }) => gapTable(gaps, nextCursor !== null),
  });

function gapTable(gaps: GetGapsAnswer['gaps'], hasMore: boolean): Content {
  const newest = [...gaps].sort((a, b) => b.fromMs - a.fromMs);
  const { zone } = settings.value;
  return html`<table class="plain">
      <thead>
        <tr><th>venue</th><th>series</th><th class="num">from</th><th class="num">to</th><th class="num">lasted</th><th>reason</th></tr>
      </thead>
      <tbody>
        ${newest.slice(0, GAPS_SHOWN).map(
          ({ venue, storeKey, fromMs: from, toMs, reason }) => html`<tr>
            <td>${venueTitle(venue)}</td>
            <td class="text">${storeKey ?? html`<b class="nowrap">all of the venue</b>`}</td>
            <td class="num">${dayTime(from, zone)}</td>
            <td class="num">${toMs === null ? html`<b class="bad">lasts</b>` : dayTime(toMs, zone)}</td>
            <td class="num">${duration((toMs ?? now.peek() ?? from) - from)}</td>
            <td class="text">${reason}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${newest.length > GAPS_SHOWN ? html`<p class="muted">${newest.length - GAPS_SHOWN}${hasMore ? ' and more' : ''} older ones in the request</p>` : nothing}`;
}
