import type { BotConfig, BotLimit, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { compact, count, dollars, fixed } from '../../format/number.ts';
import { dayTime, duration } from '../../format/time.ts';
import { botStatus } from '../../state/bot.ts';
import { settings } from '../../state/settings.ts';
import { findName } from '../market/board.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';

const LIMIT_WORDS: Readonly<Record<BotLimit['name'], string>> = {
  maxExposureUsd: 'at risk in all markets',
  maxAssetUsd: 'at risk in one market',
  maxOpenPositions: 'open positions',
  maxDailyLossUsd: 'loss since 00:00 UTC',
  maxOrdersPerMin: 'orders of the engine a minute',
  cooldownMs: 'time after a closing',
};

const BAR_WIDTH = 100;

/** Parts of a limit that are used and reserved, in percent; a limit of 0 is full. */
function computeBar({ limit, used, reserved }: Pick<BotLimit, 'limit' | 'used' | 'reserved'>): {
  readonly used: number;
  readonly reserved: number;
} {
  if (limit === 0) return { used: BAR_WIDTH, reserved: 0 };
  const share = (part: number) => Math.min(BAR_WIDTH, (part / limit) * BAR_WIDTH);
  const full = share(used);
  return { used: full, reserved: Math.min(BAR_WIDTH - full, share(reserved)) };
}

function amount({ name }: BotLimit, value: number): string {
  if (name.endsWith('Usd')) return dollars(value);
  return name.endsWith('Ms') ? duration(value) : count(value);
}

const figure = (
  id: 'used' | 'reserved' | 'left' | 'limit',
  title: string,
  phone: { readonly phoneWidth?: number } = {},
): Column<BotLimit> => ({
  id,
  title,
  width: 92,
  ...phone,
  cell: (row) => amount(row, row[id]),
  sortBy: (row) => row[id],
});

const LIMITS: StaticOptions<BotLimit> = {
  label: 'Limits',
  columns: [
    {
      id: 'name',
      title: 'Limit',
      isName: true,
      width: 220,
      phoneWidth: 150,
      cell: (row) =>
        html`<span title=${row.name}>${LIMIT_WORDS[row.name]}${reachedWord(row)}${
          row.asset === null ? nothing : html` <span class="muted">${findName(row.asset)}</span>`
        }${row.ceiling === null ? nothing : html` <span class="muted">operator: ${compact(row.ceiling)}</span>`}</span>`,
    },
    {
      id: 'bar',
      title: 'Used and reserved',
      isText: true,
      width: 160,
      phoneWidth: 80,
      cell: (row) => {
        const { used, reserved } = computeBar(row);
        const words = `${amount(row, row.used)} used, ${amount(row, row.reserved)} reserved of ${amount(row, row.limit)}`;
        return html`<svg class="limit-bar" width="100%" height="10" preserveAspectRatio="none" viewBox="0 0 100 10" role="img" aria-label=${words}>
          <rect class="used" x="0" y="0" width=${used} height="10"></rect>
          <rect class="reserved" x=${used} y="0" width=${reserved} height="10"></rect>
        </svg>`;
      },
    },
    figure('used', 'Used'),
    figure('reserved', 'Reserved'),
    figure('left', 'Left', { phoneWidth: 72 }),
    figure('limit', 'Limit'),
  ],
};

/** Whether nothing is left of a limit, or something is and an order that needed more was refused. */
function reachedWord({ reachedAtMs, left }: BotLimit): Content {
  if (reachedAtMs === null) return nothing;
  const when = dayTime(reachedAtMs, settings.value.zone);
  return left > 0
    ? html` <b class="warn" title=${when}>▲ refused an order</b>`
    : html` <b class="bad" title=${when}>■ reached</b>`;
}

/** The limits of the bot, each as a bar of what is used and reserved, and what closes its positions. */
export const limitsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Limits and exits',
    unit: 'USD',
    width: 'full',
    isFlush: true,
    guide: 'bot#limits',
    call: botStatus,
    list: ({ limits }) => limits ?? [],
    body: ({ limits = [], engine, purse, config, system }) =>
      html`${
        purse === undefined
          ? nothing
          : html`<p class="inset">Paper purse: ${dollars(purse.leftUsd)} of ${dollars(purse.balanceUsd)} USD are left.</p>`
      }${(engine?.warnings ?? []).map(
        (warning) =>
          html`<p class="warn">▲ ${warning}: one mistake in the settings can spend everything.</p>`,
      )}${limits.length === 0 ? html`<p class="muted">No limit is in force.</p>` : rowTable(LIMITS, limits)}
      ${config === undefined ? nothing : exitLine(config, system.execMode)}`,
  });

/** Describes when the exit watch closes a position. */
function listExits({
  stopLossPct,
  takeProfitPct,
  maxHoldMs,
  closeBeforeEndMs,
}: Pick<BotConfig, 'stopLossPct' | 'takeProfitPct' | 'maxHoldMs' | 'closeBeforeEndMs'>): string[] {
  return [
    stopLossPct === null ? '' : `at a loss of ${fixed(stopLossPct, 1)} % of its cost`,
    takeProfitPct === null ? '' : `at a gain of ${fixed(takeProfitPct, 1)} %`,
    maxHoldMs === null ? '' : `after ${duration(maxHoldMs)}`,
    closeBeforeEndMs === null ? '' : `${duration(closeBeforeEndMs)} before the stated end of its market`,
  ].filter((rule) => rule !== '');
}

function exitLine(config: BotConfig, mode: 'mock' | 'live'): Content {
  const exits = listExits(config);
  if (exits.length === 0)
    return html`<p class="muted">No exit is set: a position stays open until you, the engine or the end of its market closes it.</p>`;
  return html`<p class="exits">A position is closed ${exits.join(', ')}. ${
    mode === 'live'
      ? html`<span class="muted">An exit is sent when a price was seen; it is no order that waits at the venue.</span>`
      : nothing
  }</p>`;
}
