import { signal } from '@preact/signals-core';
import { dollars } from '../../format/number.ts';
import { clockTime, isoTime } from '../../format/time.ts';
import { getPriceUnit, toAssetId } from '../../format/venue.ts';
import { findOrigin, formatCurl, type Target } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { priceFigure } from '../figure.ts';
import { board, findName } from '../market/board.ts';
import { copyRequest } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, view } from '../view.ts';
import { marketColumn, sideWord, venueColumn } from './columns.ts';

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

const TARGET: Target = { path: '/api/bot/tape', server: 'bot', credential: 'none' };
const FILLS_KEPT = 50;
/** A hidden tab leaves the stream: a browser has few connections to one host. */
const HIDDEN_MS = 10_000;

/** The fills of all bots as they happen, under pseudonyms. */
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

  const curl = formatCurl(TARGET).replace('curl -s', 'curl -sN');
  const showCode = async () => {
    const sheet = await import('../code-sheet.ts');
    await sheet.showCode('Fills of all bots', { ...TARGET, isStream: true }, fills.peek());
  };
  const panel = html`<section class="panel full" aria-labelledby="bot-tape" data-curl=${curl}>
    <header>
      <h2 id="bot-tape">Fills of all bots</h2>
      <a class="guide" href="/docs/guides/bot#positions-leaderboard-tape" target="_blank" rel="noopener" aria-label="guide to Fills of all bots" title="what this is">?</a>
      ${view(() => html`<span class="unit">${isOpen.value ? '● live' : html`<span class="warn">▲ not connected</span>`}</span>`)}
      <span class="tools"></span>
      <button class="curl wide-only" title=${curl} @click=${() => void copyRequest(curl)}>curl</button
      ><button class="curl" title="this data in Python, TypeScript, curl, CSV" @click=${() => void showCode()}>code</button>
    </header>
    <div class="body flush">${view(() => fillTable(fills.value))}</div>
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

interface FillRow extends Fill {
  readonly asset: string;
}

const NAME: Column<FillRow> = marketColumn({ width: 150, phoneWidth: 104 });

const FILLS: StaticOptions<FillRow> = {
  label: 'Fills of all bots',
  columns: [
    {
      ...NAME,
      // A market that is not in the feed any more has the name that its venue gave it.
      cell: (row) => (findName(row.asset) === row.asset ? row.venueAsset : NAME.cell(row)),
    },
    {
      id: 'time',
      title: 'Time',
      isText: true,
      width: 80,
      cell: ({ t }) => html`<span title=${isoTime(t)}>${clockTime(t, settings.value.zone)}</span>`,
    },
    { id: 'bot', title: 'Bot', isText: true, width: 130, cell: ({ handle }) => handle },
    venueColumn(),
    {
      id: 'side',
      title: 'Side',
      isText: true,
      width: 72,
      phoneWidth: 66,
      cell: ({ side }) => sideWord(side),
    },
    {
      id: 'usd',
      title: 'Filled',
      unit: 'USD',
      width: 92,
      phoneWidth: 76,
      cell: ({ filledUsd }) => dollars(filledUsd),
    },
    {
      id: 'price',
      title: 'Price',
      width: 88,
      phoneWidth: 80,
      cell: ({ avgPrice, asset }) => priceFigure(avgPrice, { unit: getPriceUnit(asset) }),
    },
  ],
};

/** Ids of markets are in lower case, of coins as their venue writes them. */
function findAsset({ venue, venueAsset }: Fill): string {
  const id = toAssetId(venue, venueAsset);
  return board.value.has(id) ? id : id.toLowerCase();
}

function fillTable(fills: readonly Fill[] | null): Content {
  if (fills === null) return html`<p class="state loading">loading</p>`;
  if (fills.length === 0) return html`<p class="state empty">No bot has traded yet.</p>`;
  return rowTable(
    FILLS,
    fills.map((fill) => ({ ...fill, asset: findAsset(fill) })),
  );
}
