import { signal } from '@preact/signals-core';
import type { BotConfig, GetBotStatusAnswer } from '../../client/src/index.ts';
import { count, dollars, fixed, microUsd } from '../format/number.ts';
import { duration } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { needsKey } from '../panels/account/needs-key.ts';
import { decisionsPanel } from '../panels/bot/decisions.ts';
import { equityPanel } from '../panels/bot/equity.ts';
import { haltButtons } from '../panels/bot/halts.ts';
import { leaderPanel } from '../panels/bot/leaders.ts';
import { limitsPanel } from '../panels/bot/limits.ts';
import { ordersPanel } from '../panels/bot/orders.ts';
import { positionsPanel } from '../panels/bot/positions.ts';
import { haltWords, stopButton, stopProblem } from '../panels/bot/stop.ts';
import { botTape } from '../panels/bot/tape.ts';
import { venuesPanel } from '../panels/bot/venues.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing, view } from '../panels/view.ts';
import { botStatus, control } from '../state/bot.ts';
import { isKeyUsable } from '../state/calls.ts';
import { apiKey, type CallError } from '../state/service.ts';

/** The word that is typed before a bot trades again. */
const RESUME_WORD = 'resume';

/** Actions of the bot, and how to stop it. */
export function open(): OpenPage {
  const tape = botTape();
  const equity = equityPanel();
  const own = [
    positionsPanel(),
    equity.panel,
    limitsPanel(),
    ordersPanel(),
    decisionsPanel(),
    statusPanel(),
    venuesPanel(),
  ];
  const shared = [leaderPanel(), tape.panel];
  const head = view(() => haltRow());
  return {
    title: 'Bot',
    view: () => html`${isKeyUsable.value ? head : nothing}
      <h1 class="pagehead">What has the bot done? ${view(modeWord)}</h1>
      ${needsKey('A bot') ?? nothing}
      <div class="grid">${apiKey.value === null ? shared : [...own, ...shared]}</div>`,
    close: () => {
      tape.close();
      equity.close();
    },
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
  const globalHalt = status?.system.globalHalt;
  return html`<div class="halt-row">
    ${isHalted ? resumeForm() : html`${stopButton('large')} ${haltButtons()}`}
    <span class="halt-words">${haltWords()}</span>
    ${stopProblem()}
    ${globalHalt === 'opening' ? html`<span class="muted">The operator has halted openings; closes go on.</span>` : nothing}
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
      const { code, message } = error as CallError;
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
    guide: 'bot#the-engine',
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
              <dt>least confidence of a signal</dt><dd>${fixed(config.minConfidence * 100, 0)} %</dd>
              <dt>size of one order</dt><dd>${dollars(config.tradeSizeUsd)}</dd>
              <dt>oldest data it trades on</dt><dd>${duration(config.maxStaleMs)}</dd>
              <dt>widest spread it trades</dt><dd>${config.maxSpreadPct === null ? 'any' : `${fixed(config.maxSpreadPct, 1)} %`}</dd>
              <dt>a neutral signal</dt><dd>${config.onNeutral === 'close' ? 'closes' : 'changes nothing'}</dd>
              <dt>after a restart</dt><dd>${config.startPaused ? 'waits until it is resumed' : 'goes on'}</dd>
              <dt>fee of a filled trade</dt><dd>${microUsd(config.feeMicroUsd)}</dd>
            </dl>`
      }
      ${
        activity === undefined
          ? nothing
          : html`<dl class="facts">
              <dt>orders</dt><dd>${count(activity.orderRecords)}</dd>
              <dt>orders filled</dt><dd>${count(activity.filled)}</dd>
              <dt>fills</dt><dd>${count(activity.fills)}</dd>
              <dt>fees paid to this service</dt><dd>${microUsd(activity.accessFeesMicroUsd)}</dd>
              <dt>balance</dt><dd>${balanceMicroUsd === undefined ? '–' : microUsd(balanceMicroUsd)}</dd>
              ${owedMicroUsd === undefined || owedMicroUsd === 0 ? nothing : html`<dt>owed; no order is placed before it is repaid</dt><dd class="bad">${microUsd(owedMicroUsd)}</dd>`}
            </dl>`
      }
    </div>`,
  });

async function changeSettings(config: BotConfig): Promise<void> {
  const { showBotSettings } = await import('../panels/bot/settings.ts');
  showBotSettings(config);
}

const listed = (names: readonly string[]): Content =>
  names.length === 0 ? html`<span class="muted">none</span>` : names.join(', ');
