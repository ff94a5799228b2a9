import type { BotLimit, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { compact, dollars } from '../../format/number.ts';
import { dayTime } from '../../format/time.ts';
import { botStatus } from '../../state/bot.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { findName } from './columns.ts';

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
export function computeBar({ limit, used, reserved }: Pick<BotLimit, 'limit' | 'used' | 'reserved'>): {
  readonly used: number;
  readonly reserved: number;
} {
  if (limit === 0) return { used: BAR_WIDTH, reserved: 0 };
  const share = (part: number) => Math.min(BAR_WIDTH, (part / limit) * BAR_WIDTH);
  const full = share(used);
  return { used: full, reserved: Math.min(BAR_WIDTH - full, share(reserved)) };
}

const amount = ({ name }: BotLimit, value: number) =>
  name.endsWith('Usd') ? dollars(value) : compact(value);

const figure = (id: 'used' | 'reserved' | 'left' | 'limit', title: string): Column<BotLimit> => ({
  id,
  title,
  width: 92,
  phoneWidth: 72,
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
      phoneWidth: 130,
      cell: ({ name, asset, ceiling, reachedAtMs }) =>
        html`<span title=${name}>${LIMIT_WORDS[name]}${
          asset === null ? nothing : html` <span class="muted">${findName(asset)}</span>`
        }${ceiling === null ? nothing : html` <span class="muted">operator: ${compact(ceiling)}</span>`}${
          reachedAtMs === null
            ? nothing
            : html` <b class="bad" title=${dayTime(reachedAtMs, settings.value.zone)}>■ reached</b>`
        }</span>`,
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
    figure('left', 'Left'),
    figure('limit', 'Limit'),
  ],
};

/** The limits of the bot, each as a bar of what is used and reserved. */
export const limitsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Limits',
    unit: 'USD',
    width: 'full',
    isFlush: true,
    guide: 'bot#limits',
    call: botStatus,
    empty: ({ limits, purse }) =>
      (limits ?? []).length === 0 && purse === undefined ? 'No limit is in force.' : null,
    body: ({ limits, engine, purse }) =>
      html`${
        purse === undefined
          ? nothing
          : html`<p class="inset">Paper purse: ${dollars(purse.leftUsd)} of ${dollars(purse.balanceUsd)} USD are left.</p>`
      }${(engine?.warnings ?? []).map(
        (warning) =>
          html`<p class="warn">▲ ${warning}: one mistake in the settings can spend everything.</p>`,
      )}${rowTable(LIMITS, limits ?? [])}`,
  });
