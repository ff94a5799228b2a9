import { effect, signal } from '@preact/signals-core';
import type { BotDay, GetBotPnlAnswer, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { count, dollars } from '../../format/number.ts';
import { clockTime, MINUTE_MS } from '../../format/time.ts';
import { botStatus } from '../../state/bot.ts';
import { call } from '../../state/calls.ts';
import { apiKey } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { gainFigure } from './columns.ts';
import {
  drawEquity,
  drawFalls,
  EQUITY_HEIGHT,
  EQUITY_WIDTH,
  type EquityPoint,
  joinDays,
} from './equity-model.ts';

type Equity = NonNullable<GetBotStatusAnswer['equity']>;

const pnlCall = call<GetBotPnlAnswer>('/api/bot/pnl?limit=366', {
  everyMs: MINUTE_MS,
  server: 'bot',
  credential: 'key',
});

/** More readings of the status are not kept: at one in five seconds, two hours. */
const MAX_READINGS = 1_440;
/** Readings of the status since the page was opened: on a bot's first day there is no other line. */
const readings = signal<readonly EquityPoint[]>([]);
effect(() => {
  // The equity of another key is another line.
  apiKey.value;
  readings.value = [];
});

function noteEquity({ totalUsd, asOfMs }: Equity): void {
  const last = readings.peek().at(-1);
  if (totalUsd === null || (last !== undefined && asOfMs <= last.t)) return;
  readings.value = [...readings.peek().slice(1 - MAX_READINGS), { t: asOfMs, usd: totalUsd }];
}

const DAYS: StaticOptions<BotDay> = {
  label: 'Gain by day',
  columns: [
    {
      id: 'day',
      title: 'Day',
      unit: 'UTC',
      isName: true,
      width: 110,
      phoneWidth: 100,
      cell: ({ day }) => day,
    },
    { id: 'orders', title: 'Orders', width: 76, cell: ({ orders }) => count(orders) },
    { id: 'fills', title: 'Fills', width: 76, cell: ({ fills }) => count(fills) },
    { id: 'volume', title: 'Volume', unit: 'USD', width: 112, cell: ({ volumeUsd }) => dollars(volumeUsd) },
    {
      id: 'realised',
      title: 'Realised',
      unit: 'USD',
      note: "The venues' fees are taken off.",
      width: 116,
      phoneWidth: 100,
      cell: ({ realizedUsd }) => gainFigure(realizedUsd, ''),
    },
    {
      id: 'fees',
      title: 'Our fees',
      unit: 'USD',
      width: 108,
      cell: ({ accessFeesUsd }) => dollars(accessFeesUsd),
    },
    {
      id: 'net',
      title: 'Net',
      unit: 'USD',
      width: 108,
      phoneWidth: 92,
      cell: ({ netUsd }) => gainFigure(netUsd, ''),
    },
  ],
};

/** Opens the panel of the bot's gain: its line by day, its parts, and the days as a table. */
export function equityPanel(): { readonly panel: Content; close(): void } {
  const stop = effect(() => {
    const equity = botStatus.state.value.data?.equity;
    if (equity !== undefined) noteEquity(equity);
  });
  return {
    close: stop,
    panel: panel<GetBotPnlAnswer>({
      title: 'Equity',
      unit: 'USD, since the first order',
      width: 'full',
      isFlush: true,
      guide: 'bot#orders-and-gain-by-day',
      call: pnlCall,
      list: ({ days }) => days,
      empty: ({ days }) =>
        days.length === 0 ? 'This bot has not traded yet: its line begins with the first order.' : null,
      body: ({ days, truncated }) => {
        const equity = botStatus.state.value.data?.equity;
        return html`${equity === undefined ? nothing : sumLine(equity)}
          ${equity === undefined ? nothing : equityLine(days, equity)}
          <details class="fold"><summary>${count(days.length)} ${days.length === 1 ? 'day' : 'days'} in figures</summary>${rowTable(DAYS, days)}
            ${truncated ? html`<p class="muted">Older days are not shown.</p>` : nothing}</details>`;
      },
    }),
  };
}

function sumLine({
  totalUsd,
  realizedUsd,
  unrealizedUsd,
  feesUsd,
  accessFeesUsd,
  fundingUsd,
  fillsWithoutFee,
}: Equity): Content {
  const unknown = 'something is open that has no price to leave at';
  return html`<p class="answer">
    <b>${gainFigure(totalUsd, unknown)}</b>
    <span class="muted">= ${gainFigure(realizedUsd, '')} realised, after ${dollars(feesUsd)} of venue fees${
      fillsWithoutFee === 0 ? '' : ` (${count(fillsWithoutFee)} fills are without theirs)`
    }; ${gainFigure(unrealizedUsd, unknown)} unrealised; ${dollars(accessFeesUsd)} of our fees${
      fundingUsd === null ? '; funding is not read' : ''
    }.</span>
  </p>`;
}

function equityLine(days: readonly BotDay[], equity: Equity): Content {
  const isFirstDay = days.length < 2;
  const points = isFirstDay ? readings.value : joinDays(days, equity);
  const drawn = drawEquity(points);
  const [first] = points;
  const last = points.at(-1);
  if (drawn === null || first === undefined || last === undefined)
    return html`<p class="muted">The line begins with the second day; until then it shows what this page sees.</p>`;
  const { zone } = settings.value;
  const toText = (t: number) => (isFirstDay ? clockTime(t, zone) : new Date(t).toISOString().slice(0, 10));
  const words = `equity from ${toText(first.t)} to ${toText(last.t)}: ${dollars(first.usd)} to ${dollars(last.usd)} USD, between ${dollars(drawn.lowUsd)} and ${dollars(drawn.highUsd)}`;
  return html`<div class="equity" role="img" aria-label=${words}>
    <svg viewBox="0 0 ${EQUITY_WIDTH} ${EQUITY_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="area ${last.usd < 0 ? 'down' : 'up'}" d=${drawn.area}></path>
      <line class="zero" x1="0" x2=${EQUITY_WIDTH} y1=${drawn.zeroY} y2=${drawn.zeroY}></line>
      <path class="line ${last.usd < 0 ? 'down' : 'up'}" d=${drawn.line}></path>
    </svg>
    <span class="high">${dollars(Math.max(0, drawn.highUsd))}</span>
    <span class="low">${dollars(Math.min(0, drawn.lowUsd))}</span>
    ${fallLane(points, toText)}
    <p><span>${toText(first.t)}</span><span>${isFirstDay ? 'since this page was opened; days join it from tomorrow on' : 'UTC days; the last point is now, with what is open'}</span><span>${isFirstDay ? toText(last.t) : 'now'}</span></p>
  </div>`;
}

/** How far the equity was below its highest, on the same time axis. */
function fallLane(points: readonly EquityPoint[], toText: (t: number) => string): Content {
  const drawn = drawFalls(points);
  if (drawn === null) return html`<p>It was never below an earlier point.</p>`;
  const { area, deepestUsd, deepestAt, lastUsd } = drawn;
  return html`<svg class="falls" viewBox="0 0 ${EQUITY_WIDTH} ${EQUITY_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="area down" d=${area}></path>
    </svg>
    <p><span>drawdown: <b>${lastUsd === 0 ? '' : '▼ '}${dollars(lastUsd)} USD</b> now, at most ▼ ${dollars(deepestUsd)} USD, ${toText(deepestAt)}</span></p>`;
}
