import type { GetBookAtAnswer, TapeHole } from '../../../client/src/index.ts';
import { holeText, neverText, spanText } from '../../format/tape.ts';
import { clockTime, dayOf, duration, preciseTime } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { serviceNow } from '../../state/clock.ts';
import { settings } from '../../state/settings.ts';
import { type Content, html, nothing } from '../view.ts';

/** What is known of a recorded book: its moment, its last change and what may be wrong in it, or why it is not known. */
export function bookMoment(book: GetBookAtAnswer, hole: TapeHole | null): Content {
  const { zone } = settings.value;
  const { t, bookTime } = book;
  const nowMs = serviceNow() ?? t;
  const day = dayOf(t, zone) === dayOf(nowMs, zone) ? nothing : `${dayOf(t, zone)} `;
  const moment = html`<b>${day}${preciseTime(t, zone)}</b>`;
  if (bookTime === null)
    return html`<p class="asof">${moment} <span class="bad">■ ${whyUnknown(book, hole)}</span></p>`;
  const { everyMs, ageMs, depth, coverage } = book;
  const [resync] = coverage.resyncs;
  const isSampled = everyMs !== null && everyMs > 0;
  return html`<p class="asof">${moment} <span class="muted">${
    isSampled
      ? `recorded every ${duration(everyMs)}, last at ${clockTime(bookTime, zone)}`
      : `last change ${duration(ageMs ?? 0)} before, at ${preciseTime(bookTime, zone)}`
  }${depth === null ? nothing : `; the venue sends ${depth} levels a side`}</span>${
    resync === undefined
      ? nothing
      : html` <span class="warn">▲ changes were lost from ${spanText(resync.fromMs, resync.toMs, nowMs, zone)}: up to ${resync.changes} levels may be wrong</span>`
  }</p>`;
}

/**
 * Describes why a book is not known.
 *
 * @param hole The hole as long as it lasts; null: the answer knows its reason alone.
 */
function whyUnknown(book: GetBookAtAnswer, hole: TapeHole | null): string {
  const { zone } = settings.value;
  const { t, venue, coverage } = book;
  const never = neverText(coverage, 'the book', venueTitle(venue));
  if (never !== null) return never;
  const nowMs = serviceNow() ?? t;
  const { recordedFromMs } = coverage;
  if (coverage.state === 'before' && recordedFromMs !== null)
    return `not known: recorded since ${dayOf(recordedFromMs, zone)} ${clockTime(recordedFromMs, zone)}`;
  const lasts =
    hole === null || hole.reason === 'pending'
      ? ''
      : ` from ${spanText(hole.fromMs, hole.toMs, nowMs, zone)}`;
  return `not known${lasts}: ${findReason(book)}`;
}

/** Describes the reason in a few words. */
export function findReason({ coverage, whyNull }: GetBookAtAnswer): string {
  if (coverage.state === 'never' || coverage.state === 'off') return 'not recorded';
  return holeText(coverage.notRecorded[0]?.reason ?? whyNull.bids?.replace(/^break_/, '') ?? 'unknown');
}
