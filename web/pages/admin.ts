import { signal } from '@preact/signals-core';
import type { GetFlagsAnswer, GetTreasuryAnswer } from '../../client/src/index.ts';
import { count, microUsd } from '../format/number.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { alertEventsPanel, alertRulesPanel } from '../panels/admin/alerts.ts';
import { debtsPanel } from '../panels/admin/debts.ts';
import { depositsPanel } from '../panels/admin/deposits.ts';
import { keysPanel } from '../panels/admin/keys.ts';
import { revenuePanel } from '../panels/admin/revenue.ts';
import { reviewPanel } from '../panels/admin/review.ts';
import { showDialog } from '../panels/dialog.ts';
import { say } from '../panels/notice.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing, view } from '../panels/view.ts';
import { followAlerts, keepsToken } from '../state/alerts.ts';
import { call } from '../state/calls.ts';
import { adminToken, ask, type CallError } from '../state/service.ts';
import { treasuryCall } from '../state/treasury.ts';

const EVERY_MS = 10_000;
const RESUME_WORD = 'resume';

const admin = { credential: 'admin' } as const;
const flagsCall = call<GetFlagsAnswer>('/api/admin/flags', { everyMs: EVERY_MS, ...admin });

/** Opens the page that answers: how is the service set up, and what does it hold? */
export function open(): OpenPage {
  const panels = [
    flagsPanel(),
    treasuryPanel(),
    revenuePanel(),
    reviewPanel(),
    debtsPanel(),
    keysPanel(),
    depositsPanel(),
    alertRulesPanel(),
    alertEventsPanel(),
  ];
  const form = tokenForm();
  followAlerts(say);
  return {
    title: 'Admin',
    view: () => html`<h1 class="pagehead">
        Operator <span class="spring"></span>
        ${adminToken.value === null ? nothing : html`<button @click=${forget}>forget the token</button>`}
      </h1>
      ${adminToken.value === null ? (hasToken() ? form : noToken) : html`<div class="grid">${panels}</div>`}`,
    close: () => {
      if (!keepsToken.value) forget();
    },
  };
}

/** Whether the service was started with an admin token, as it wrote into this page. */
const hasToken = (): boolean => document.documentElement.dataset.admin !== 'none';

const noToken: Content = html`<div class="state">
    <strong>no admin token is set</strong>
    <p>Nobody can use this page. Start the service with a token of at least 32 characters in the file that
      <code>CROSSTAPE_ADMIN_TOKEN_FILE</code> names (<code>openssl rand -hex 32</code>), then open it again.
      <a href="/docs/guides/operating" target="_blank" rel="noopener">Operating</a> says more.</p>
  </div>`;

/** Forgets the token when the page closes, unless alerts are to be told on every page. */
const forget = () => {
  keepsToken.value = false;
  adminToken.value = null;
};

function tokenForm(): Content {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const token = String(new FormData(event.target as HTMLFormElement).get('token')).trim();
    if (/^[\x21-\x7e]+$/.test(token)) adminToken.value = token;
    else
      say(
        'a token has plain letters, digits and signs alone: copy it again, without the characters around it',
      );
  };
  return html`<form class="line" @submit=${submit}>
    <label for="token">Admin token</label>
    <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required>
    <button class="primary">use it</button>
    <span class="muted">It is in the memory of this page until the page is left.</span>
  </form>`;
}

type Halt = GetFlagsAnswer['flags']['bot']['globalHalt'];

const HALT_WORDS: { readonly [Kind in Halt]: string } = {
  none: 'trading continues',
  opening: 'openings of all bots are halted, closes go on',
  all: 'all trading is stopped',
};

const halt = async (globalHalt: Halt): Promise<void> => {
  try {
    await ask('/api/admin/flags', { ...admin, method: 'POST', body: { globalHalt } });
    say(HALT_WORDS[globalHalt]);
  } catch (error) {
    const { code, message } = error as CallError;
    say(`not done: ${message} (${code})`);
  }
  flagsCall.refresh();
};

const flagsPanel = () =>
  panel<GetFlagsAnswer>({
    title: 'Flags',
    guide: 'bot#halting',
    call: flagsCall,
    body: ({ flags, engines }) => {
      const { bot, monetization, deposits, security, process } = flags;
      return html`<div class="halt-row">
          ${
            bot.globalKill
              ? html`<button @click=${askToResume}>let bots trade again</button><b class="bad">■ all trading stopped</b>`
              : html`<button class="stop large" @click=${() => void halt('all')}>Stop all trading</button>${openingSwitch(bot)}`
          }
        </div>
        <dl class="facts">
          <dt>bots trade by themselves</dt><dd>${onOff(bot.engineLoop)}</dd>
          <dt>vault</dt><dd>${onOff(bot.vaultEnabled)}</dd>
          <dt>paid gating</dt><dd>${onOff(monetization.paidGating)}</dd>
          <dt>prepaid billing</dt><dd>${onOff(monetization.prepaidBilling)}</dd>
          <dt>deposits over EVM chains</dt><dd>${onOff(deposits.evm)}</dd>
          <dt>over Solana</dt><dd>${onOff(deposits.solana)}</dd>
          <dt>proxies trusted</dt><dd>${security.trustProxy ? 'yes' : 'no'}</dd>
          <dt>environment</dt><dd>${process.nodeEnv}</dd>
          ${engines.map(({ venue, verdict }) => html`<dt>${venueTitle(venue)}</dt><dd>${verdict === 'OK' ? '● recorded' : html`<b class="bad">■ down</b>`}</dd>`)}
        </dl>`;
    },
  });

function openingSwitch({ globalHalt, execMode }: GetFlagsAnswer['flags']['bot']): Content {
  const isHalted = globalHalt === 'opening';
  return html`<button @click=${() => void halt(isHalted ? 'none' : 'opening')}>${isHalted ? 'Let bots open again' : 'Halt openings'}</button>
    ${isHalted ? html`<b class="warn">▲ openings halted, closes go on</b>` : html`<span>● bots may trade</span>`} <span class="muted">${execMode}</span>`;
}

const onOff = (isOn: boolean): string => (isOn ? '● on' : '○ off');

function askToResume(): void {
  const problem = signal(false);
  showDialog('Let bots trade again', (close) => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const word = String(new FormData(event.target as HTMLFormElement).get('word')).trim();
      problem.value = word !== RESUME_WORD;
      if (problem.value) return;
      void halt('none');
      close();
    };
    return html`<form @submit=${submit}>
      <h2>Let bots trade again</h2>
      <label>Type <code>${RESUME_WORD}</code> <input name="word" type="text" autocomplete="off" autofocus></label>
      ${view(() => (problem.value ? html`<p class="bad" role="alert">■ type ${RESUME_WORD}</p>` : nothing))}
      <p><button class="primary">let them trade</button> <button type="button" @click=${close}>leave it</button></p>
    </form>`;
  });
}

const treasuryPanel = () =>
  panel<GetTreasuryAnswer>({
    title: 'Treasury',
    unit: 'USD',
    guide: 'operating/health#money-orders-and-servers',
    call: treasuryCall,
    body: ({ float, review, receivableMicroUsd }) => html`
      <p class="key-figure" title="${float.totalMicroUsd} micro-USD">${microUsd(float.totalMicroUsd)}</p>
      <dl class="facts">
        <dt>accounts</dt><dd>${count(float.accounts)}</dd>
        <dt>with more than nothing</dt><dd>${count(float.nonZeroAccounts)}</dd>
        <dt>held for review</dt><dd>${microUsd(review.heldMicroUsd)}</dd>
        <dt>payments whose owner is not known</dt><dd>${microUsd(review.unattributedMicroUsd)}</dd>
        <dt>owed by customers</dt><dd>${microUsd(receivableMicroUsd)}</dd>
      </dl>`,
  });
