import { signal } from '@preact/signals-core';
import type {
  BotConfig,
  ConnectedVenues,
  GetBotStatusAnswer,
  GetLeaderboardAnswer,
} from '../../client/src/index.ts';
import { count, dollars, fixed, microUsd } from '../format/number.ts';
import { duration } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { ordersPanel } from '../panels/bot-orders.ts';
import { decisionsPanel, positionsPanel } from '../panels/bot-positions.ts';
import { botTape } from '../panels/bot-tape.ts';
import { needsKey } from '../panels/needs-key.ts';
import { panel } from '../panels/panel.ts';
import { haltWords, stopButton, stopProblem } from '../panels/stop.ts';
import { type Content, html, nothing, renderAge, view } from '../panels/view.ts';
import { botStatus, control } from '../state/bot.ts';
import { call } from '../state/calls.ts';
import { apiKey, type CallFailure } from '../state/service.ts';

const MINUTE_MS = 60_000;
/** What has to be typed before a bot trades again. */
const RESUME_WORD = 'resume';

const leaders = call<GetLeaderboardAnswer>('/api/bot/leaderboard', { everyMs: 30_000, server: 'bot' });

const credentials = call<ConnectedVenues>('/api/bot/credentials', {
  everyMs: MINUTE_MS,
  server: 'bot',
  credential: 'key',
});

/** What has the bot done, and how is it stopped? */
export function open(): OpenPage {
  const tape = botTape();
  const own = [positionsPanel(), ordersPanel(), decisionsPanel(), statusPanel(), venuesPanel()];
  const shared = [leaderPanel(), tape.panel];
  const head = view(() => haltRow());
  return {
    title: 'Bot',
    view: () => html`${apiKey.value === null ? nothing : head}
      <h1 class="pagehead">What has the bot done? ${view(modeWord)}</h1>
      ${needsKey('A bot') ?? nothing}
      <div class="grid">${apiKey.value === null ? shared : [...own, ...shared]}</div>`,
    close: tape.close,
  };
}

function modeWord(): Content {
  const system = botStatus.state.value.data?.system;
  if (system === undefined) return nothing;
  return html`<b class=${system.execMode === 'live' ? 'mode live' : 'mode'}>${
    system.execMode === 'live' ? '■ live: real orders' : '○ mock: nothing leaves this service'
  }</b>`;
}

function haltRow(): Content {
  const status = botStatus.state.value.data;
  const isHalted = status?.killed === true;
  return html`<div class="halt-row">
    ${isHalted ? resumeForm() : stopButton('large')}
    <span class="halt-words">${haltWords()}</span>
    ${stopProblem()}
    ${status?.system.globalKill === true ? html`<span class="muted">The operator has stopped all trading; only the operator lets it continue.</span>` : nothing}
  </div>`;
}

const resumeProblem = signal<string | null>(null);

function resumeForm(): Content {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const word = String(new FormData(event.target as HTMLFormElement).get('word')).trim();
    if (word !== RESUME_WORD) {
      resumeProblem.value = `type ${RESUME_WORD}`;
      return;
    }
    try {
      await control({ kill: false });
      resumeProblem.value = null;
    } catch (error) {
      const { code, message } = error as CallFailure;
      resumeProblem.value = `${message} (${code})`;
    }
  };
  return html`<form class="line resume" @submit=${submit}>
    <input name="word" aria-label="type ${RESUME_WORD} to let the bot trade again" placeholder="type ${RESUME_WORD}" autocomplete="off">
    <button>let it trade again</button>
    ${resumeProblem.value === null ? nothing : html`<span class="bad" role="alert">■ ${resumeProblem.value}</span>`}
  </form>`;
}

const statusPanel = () =>
  panel<GetBotStatusAnswer>({
    title: 'Settings and activity',
    unit: 'USD',
    tools: () => {
      const config = botStatus.state.value.data?.config;
      return config === undefined
        ? nothing
        : html`<button @click=${() => void changeSettings(config)}>change</button>`;
    },
    call: botStatus,
    body: ({ config, activity, balanceMicroUsd, owedMicroUsd, system }) => html`<div class="columns">
      ${
        config === undefined
          ? nothing
          : html`<dl class="facts">
              <dt>trades on its own</dt><dd>${config.enabled ? (system.engineLoop ? 'yes' : 'enabled; the engine of the service is off') : 'no'}</dd>
              <dt>venues</dt><dd>${listed(config.venues.map(venueTitle))}</dd>
              <dt>assets</dt><dd>${listed(config.assets)}</dd>
              <dt>least confidence</dt><dd>${fixed(config.minConfidence * 100, 0)} %</dd>
              <dt>of one order</dt><dd>${dollars(config.tradeSizeUsd)}</dd>
              <dt>oldest data</dt><dd>${duration(config.maxStaleMs)}</dd>
              <dt>fee of a filled trade</dt><dd>${microUsd(config.feeMicroUsd)}</dd>
            </dl>`
      }
      ${
        activity === undefined
          ? nothing
          : html`<dl class="facts">
              <dt>orders</dt><dd>${count(activity.orderRecords)}</dd>
              <dt>of them filled</dt><dd>${count(activity.filled)}</dd>
              <dt>fills</dt><dd>${count(activity.fills)}</dd>
              <dt>fees for access</dt><dd>${microUsd(activity.accessFeesMicroUsd)}</dd>
              <dt>balance</dt><dd>${balanceMicroUsd === undefined ? '–' : microUsd(balanceMicroUsd)}</dd>
              ${owedMicroUsd === undefined || owedMicroUsd === 0 ? nothing : html`<dt>owed; no order is placed before it is repaid</dt><dd class="bad">${microUsd(owedMicroUsd)}</dd>`}
            </dl>`
      }
    </div>`,
  });

async function changeSettings(config: BotConfig): Promise<void> {
  const { showBotSettings } = await import('../panels/bot-settings.ts');
  showBotSettings(config);
}

const listed = (names: readonly string[]): Content =>
  names.length === 0 ? html`<span class="muted">none</span>` : names.join(', ');

const venuesPanel = () =>
  panel<ConnectedVenues>({
    title: 'Connected venues',
    call: credentials,
    empty: ({ connected }) =>
      connected.length === 0 ? 'No venue is connected; mock trading needs none.' : null,
    body: ({ connected }) => html`<table class="plain">
      <thead><tr><th>venue</th><th>state</th><th class="num">checked</th></tr></thead>
      <tbody>
        ${connected.map(
          ({ venue, usable, missing = [], checkedAt = null, problem = null }) => html`<tr>
            <td>${venueTitle(venue)}</td>
            <td class="text">${credentialState(usable, missing, problem)}</td>
            <td class="num">${renderAge(checkedAt)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`,
  });

function credentialState(
  usable: boolean | undefined,
  missing: readonly string[],
  problem: string | null,
): Content {
  if (problem !== null) return html`<span class="bad">■ ${problem}</span>`;
  if (missing.length > 0) return html`<span class="warn">▲ missing: ${missing.join(', ')}</span>`;
  return usable === false ? html`<span class="warn">▲ not usable</span>` : '● usable';
}

type Leader = GetLeaderboardAnswer['leaderboard'][number];

const farWords = ({ farFills, tradeCount }: Leader) =>
  `${count(farFills)} of ${count(tradeCount)} fills were at prices that the bot named itself, not near the market`;

/** How these orders filled, and what a gain among them is worth. */
function fillWords(fills: GetLeaderboardAnswer['fills'], leaderboard: readonly Leader[]): Content {
  const isFar = leaderboard.some(({ farFills }) => farFills > 0);
  return html`${fills === 'mark' ? html`<p class="muted">Mock orders that fill at the price that their caller names.</p>` : nothing}
    ${isFar ? html`<p class="muted">* greyed: prices of these fills were the caller's own and not near the market.</p>` : nothing}`;
}

const leaderPanel = () =>
  panel<GetLeaderboardAnswer>({
    title: 'Leaderboard',
    unit: 'realised gain, USD',
    call: leaders,
    empty: ({ leaderboard }) => (leaderboard.length === 0 ? 'No bot has traded yet.' : null),
    body: ({ leaderboard, fills }) => html`${fillWords(fills, leaderboard)}<table class="plain">
      <thead><tr><th>bot</th><th class="num">gain</th><th class="num">won %</th><th class="num">fills</th><th class="num">volume</th><th class="num">open</th></tr></thead>
      <tbody>
        ${leaderboard.map(
          (
            row,
          ) => html`<tr class=${row.farFills > 0 ? 'muted far' : ''} title=${row.farFills > 0 ? farWords(row) : ''}>
            <td>${row.handle}${row.farFills > 0 ? ' *' : ''}</td>
            <td class="num">${dollars(row.realizedPnlUsd)}</td>
            <td class="num">${row.winRate === null ? html`<span class="missing" title="nothing was closed">–</span>` : fixed(row.winRate * 100, 0)}</td>
            <td class="num">${count(row.tradeCount)}</td>
            <td class="num">${dollars(row.totalVolumeUsd)}</td>
            <td class="num">${count(row.openPositions)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`,
  });
