import { signal } from '@preact/signals-core';
import { dollars, usd } from '../format/number.ts';
import { clockTime } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import { findOrigin } from '../state/service.ts';
import { settings } from '../state/settings.ts';
import { type Content, html, view } from './view.ts';

interface Fill {
  readonly t: number;
  readonly handle: string;
  readonly venue: string;
  readonly venueAsset: string;
  readonly side: 'buy' | 'sell';
  readonly filledUsd: number;
  readonly avgPrice: number;
}
type Frame = { readonly type: 'snapshot' | 'fills'; readonly fills: readonly Fill[] };

const FILLS_KEPT = 50;
/** A hidden tab leaves the stream: a browser has few connections to one host. */
const HIDDEN_MS = 10_000;

/** The fills of all bots as they happen, under names that lead to nobody. */
export function botTape(): { readonly panel: Content; readonly close: () => void } {
  const fills = signal<readonly Fill[] | null>(null);
  const isOpen = signal(false);
  const origin = findOrigin('bot');
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    source?.close();
    source = null;
    isOpen.value = false;
  };
  const join = () => {
    if (source !== null || origin === null) return;
    // It resumes on its own, and it needs no key.
    source = new EventSource(`${origin}/api/bot/tape`);
    source.onopen = () => {
      isOpen.value = true;
    };
    source.onerror = () => {
      isOpen.value = false;
    };
    source.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame;
      const before = frame.type === 'snapshot' ? [] : (fills.peek() ?? []);
      fills.value = [...frame.fills.toReversed(), ...before].slice(0, FILLS_KEPT);
    };
  };
  const followVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(leave, HIDDEN_MS);
    else join();
  };
  document.addEventListener('visibilitychange', followVisibility);
  join();

  const panel = html`<section class="panel" aria-labelledby="bot-tape" data-curl=${`curl -sN '${origin ?? ''}/api/bot/tape'`}>
    <header>
      <h2 id="bot-tape">Fills of all bots</h2>
      ${view(() => html`<span class="unit">${isOpen.value ? '● live' : html`<span class="warn">▲ not connected</span>`}</span>`)}
    </header>
    <div class="body">${view(() => fillTable(fills.value))}</div>
  </section>`;
  return {
    panel,
    close: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', followVisibility);
      leave();
    },
  };
}

function fillTable(fills: readonly Fill[] | null): Content {
  if (fills === null) return html`<p class="state loading">loading</p>`;
  if (fills.length === 0) return html`<p class="state empty">No bot has traded yet.</p>`;
  const { zone } = settings.value;
  return html`<table class="plain">
    <thead><tr><th>time</th><th class="wide-only">bot</th><th>market</th><th>side</th><th class="num">USD</th><th class="num">price</th></tr></thead>
    <tbody>
      ${fills.map(
        ({ t, handle, venue, venueAsset, side, filledUsd, avgPrice }) => html`<tr>
          <td class="nowrap">${clockTime(t, zone)}</td>
          <td class="nowrap wide-only">${handle}</td>
          <td class="text">${venueAsset} <span class="muted">${venueTitle(venue)}</span></td>
          <td class="nowrap">${side === 'buy' ? html`<span class="up">▲ buy</span>` : html`<span class="down">▼ sell</span>`}</td>
          <td class="num">${dollars(filledUsd)}</td>
          <td class="num">${usd(avgPrice)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
