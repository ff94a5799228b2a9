import type { GetLeaderboardAnswer } from '../../../client/src/index.ts';
import { count, dollars, fixed } from '../../format/number.ts';
import { call } from '../../state/calls.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { gainFigure } from './columns.ts';

type Leader = GetLeaderboardAnswer['leaderboard'][number];

const leaders = call<GetLeaderboardAnswer>('/api/bot/leaderboard', { everyMs: 30_000, server: 'bot' });

const farWords = ({ farFills, tradeCount }: Leader) =>
  `${count(farFills)} of ${count(tradeCount)} fills were at prices that the bot named itself, not near the market`;

const LEADERS: StaticOptions<Leader> = {
  label: 'Leaderboard',
  columns: [
    {
      id: 'bot',
      title: 'Bot',
      isName: true,
      width: 160,
      phoneWidth: 120,
      cell: (row) =>
        html`<span title=${row.farFills > 0 ? farWords(row) : row.handle}>${row.handle}${row.farFills > 0 ? ' *' : ''}</span>`,
      sortBy: ({ handle }) => handle,
    },
    {
      id: 'gain',
      title: 'Gain',
      unit: 'USD',
      width: 112,
      phoneWidth: 100,
      cell: ({ realizedPnlUsd }) => gainFigure(realizedPnlUsd, ''),
      sortBy: ({ realizedPnlUsd }) => realizedPnlUsd,
    },
    {
      id: 'won',
      title: 'Won',
      unit: '%',
      note: 'Closings with a gain, of all closings.',
      width: 68,
      phoneWidth: 60,
      cell: ({ winRate }) =>
        winRate === null
          ? html`<span class="missing" title="nothing was closed">–</span>`
          : fixed(winRate * 100, 0),
      sortBy: ({ winRate }) => winRate,
    },
    {
      id: 'fills',
      title: 'Fills',
      width: 64,
      phoneWidth: 56,
      cell: ({ tradeCount }) => count(tradeCount),
      sortBy: ({ tradeCount }) => tradeCount,
    },
    {
      id: 'volume',
      title: 'Volume',
      unit: 'USD',
      width: 108,
      cell: ({ totalVolumeUsd }) => dollars(totalVolumeUsd),
      sortBy: ({ totalVolumeUsd }) => totalVolumeUsd,
    },
    {
      id: 'open',
      title: 'Open',
      note: 'Positions that are not flat.',
      width: 64,
      cell: ({ openPositions }) => count(openPositions),
      sortBy: ({ openPositions }) => openPositions,
    },
  ],
  rowClass: ({ farFills }) => (farFills > 0 ? 'muted far' : ''),
};

/** The bots that gained most, under pseudonyms. */
export const leaderPanel = (): Content =>
  panel<GetLeaderboardAnswer>({
    title: 'Leaderboard',
    unit: 'realised gain',
    width: 'full',
    isFlush: true,
    guide: 'bot#positions-leaderboard-tape',
    call: leaders,
    empty: ({ leaderboard }) => (leaderboard.length === 0 ? 'No bot has traded yet.' : null),
    body: ({ leaderboard, fills }) => html`${fillWords(fills, leaderboard)}${rowTable(LEADERS, leaderboard)}`,
  });

/** Notes on how these orders filled and how far their gains can be trusted. */
function fillWords(fills: GetLeaderboardAnswer['fills'], leaderboard: readonly Leader[]): Content {
  const isFar = leaderboard.some(({ farFills }) => farFills > 0);
  return html`${fills === 'mark' ? html`<p class="muted">Mock orders that fill at the price that their caller names.</p>` : nothing}
    ${isFar ? html`<p class="muted">* greyed: prices of these fills were the caller's own and not near the market.</p>` : nothing}`;
}
