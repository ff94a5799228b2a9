import { priceText } from '../../format/market.ts';
import { clockTime } from '../../format/time.ts';
import { follow } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { locked, panel } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';
import { type BookAnswer, followBook, isRecorded, LEVELS_READ } from './book-call.ts';
import { depthDrawing, type Levels, ladder } from './book-ladder.ts';
import { bookMoment, findReason } from './book-moment.ts';
import { later } from './later.ts';
import type { Moment } from './moment.ts';
import type { AssetState } from './state.ts';
import type { TapeRecord } from './tape-record.ts';

const NO_LEVELS: Levels = { bids: [], asks: [] };

export interface BookPanel {
  readonly panel: Content;
  /**
   * Text of the touch at the moment, or of the reason why it is not known; … before it is read, '' while the book is
   * live.
   */
  readonly touchAtMoment: () => string;
}

/** The book, live or as it stood at the moment of the chart's cursor, and the price of an order of a size. */
export function book(state: AssetState, cursor: Moment, record: TapeRecord): BookPanel {
  const { asset, unit } = state;
  const { asked, at, refusal } = followBook(asset, cursor);
  const shown = follow(() => asked.value);
  const order = later(state.hasChart, async () => {
    const content = (await import('./book-order.ts')).bookOrder(state, at);
    return () => content;
  });

  const touchAtMoment = (): string => {
    const { data = null } = shown.value?.state ?? {};
    if (at.value === null) return '';
    const moment = `at ${clockTime(at.value, settings.value.zone)}`;
    if (data === null || !isRecorded(data) || data.t !== at.value) return `${moment} …`;
    if (data.bids === null || data.asks === null) return `${moment} not known: ${findReason(data)}`;
    const write = (price: number | undefined) =>
      price === undefined ? 'nothing' : priceText(price, unit, settings.value.odds);
    return `${moment} ${write(data.bids[0]?.price)} to ${write(data.asks[0]?.price)}`;
  };

  const bookPanel = panel<BookAnswer>({
    title: 'Book',
    guide: 'tape#at-the-cursor-of-the-chart',
    unit: unit === 'usd' ? 'USD' : 'probability of Yes',
    width: 'third',
    call: () => asked.value,
    at: (data) => (isRecorded(data) ? null : data.fetchedAt),
    isPast: isRecorded,
    tools: () => backToLive(cursor),
    body: (data) => {
      const levels = { bids: data.bids ?? [], asks: data.asks ?? [] };
      const isKnown = data.bids !== null;
      return html`<div class="asof-space">${isRecorded(data) ? bookMoment(data, record.findHole(data.t)) : liveLine(data.stale, data.venueTime, record.whyNoBooks())}${waitingLine(data, at.value)}${
        cursor.at.value === null || refusal.value === null
          ? nothing
          : locked(refusal.value, `GET /api/book/${asset}`)
      }</div>
      <div class="book">
        <div class=${isKnown ? 'ladder-space' : 'ladder-space unknown'}>${ladder(
          isKnown ? levels : NO_LEVELS,
          unit,
          isRecorded(data) ? null : `${asset} book`,
        )}</div>
        <div>
          ${depthDrawing(levels)}
          <p class="muted">${countText(data)}</p>
          ${order}
        </div>
      </div>`;
    },
  });
  return { panel: bookPanel, touchAtMoment };
}

/** Leads back from the moment that is kept to the live book. */
function backToLive(moment: Moment): Content {
  if (moment.kept.value === null) return nothing;
  return html`<button class="primary" title="the book of now (p)" @click=${() => moment.keep(null)}>back to live</button>`;
}

/** The moment that is asked about while another book is still shown. */
function waitingLine(data: BookAnswer, at: number | null): Content {
  if (at === null || (isRecorded(data) && data.t === at)) return nothing;
  return html`<p class="asof muted">reading the book of ${clockTime(at, settings.value.zone)} …</p>`;
}

/** @param whyNoPast Why no moment of the chart has a book; null: they have. */
function liveLine(isStale: boolean, venueTime: number | null, whyNoPast: string | null): Content {
  if (isStale) return html`<p class="warn">▲ the venue could not be asked again; this is its last book</p>`;
  return html`<p class="asof"><b>live</b> <span class="muted">${
    venueTime === null ? 'the venue states no time; ' : ''
  }${whyNoPast ?? 'the chart’s cursor shows the book of its moment'}</span></p>`;
}

function countText(data: BookAnswer): string {
  const { bids, asks } = data;
  if (bids === null || asks === null) return 'no book';
  const most = isRecorded(data) && Math.max(bids.length, asks.length) >= LEVELS_READ;
  return most ? `the best ${LEVELS_READ} levels of each side` : `${bids.length} bids, ${asks.length} asks`;
}
