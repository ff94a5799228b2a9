import { signal } from '@preact/signals-core';
import type {
  Deposit,
  GetFlagsAnswer,
  GetTreasuryAnswer,
  KeyRecord,
  ListDepositsAnswer,
  ListKeysAnswer,
  RevokeKeyAnswer,
} from '../../client/src/index.ts';
import { count, microUsd } from '../format/number.ts';
import { dayTime } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { showDialog } from '../panels/dialog.ts';
import { say } from '../panels/notice.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing, renderAge, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { adminToken, ask, type CallFailure } from '../state/service.ts';
import { settings } from '../state/settings.ts';

const EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const RESUME_WORD = 'resume';

const admin = { credential: 'admin' } as const;
const flagsCall = call<GetFlagsAnswer>('/api/admin/flags', { everyMs: EVERY_MS, ...admin });
const treasuryCall = call<GetTreasuryAnswer>('/api/account/treasury', { everyMs: EVERY_MS, ...admin });
const keysCall = call<ListKeysAnswer>('/api/account/keys?limit=200', { everyMs: MINUTE_MS, ...admin });
const depositsCall = call<ListDepositsAnswer>('/api/account/deposits?limit=50', {
  everyMs: MINUTE_MS,
  ...admin,
});

/** How is the service set up, and what does it hold? */
export function open(): OpenPage {
  const panels = [flagsPanel(), treasuryPanel(), keysPanel(), depositsPanel()];
  const form = tokenForm();
  return {
    title: 'Admin',
    view: () => html`<h1 class="pagehead">
        Operator <span class="spring"></span>
        ${adminToken.value === null ? nothing : html`<button @click=${forget}>forget the token</button>`}
      </h1>
      ${adminToken.value === null ? form : html`<div class="grid">${panels}</div>`}`,
    close: forget,
  };
}

/** The token lasts as long as this page is open. */
const forget = () => {
  adminToken.value = null;
};

function tokenForm(): Content {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const token = String(new FormData(event.target as HTMLFormElement).get('token')).trim();
    if (token !== '') adminToken.value = token;
  };
  return html`<form class="line" @submit=${submit}>
    <label for="token">Admin token</label>
    <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required>
    <button class="primary">use it</button>
    <span class="muted">It is in the memory of this page until the page is left.</span>
  </form>`;
}

const halt = async (globalKill: boolean): Promise<void> => {
  try {
    await ask('/api/admin/flags', { ...admin, method: 'POST', body: { globalKill } });
    say(globalKill ? 'all trading is stopped' : 'trading continues');
  } catch (error) {
    const { code, message } = error as CallFailure;
    say(`not done: ${message} (${code})`);
  }
  flagsCall.refresh();
};

const flagsPanel = () =>
  panel<GetFlagsAnswer>({
    title: 'Flags',
    call: flagsCall,
    body: ({ flags, engines }) => {
      const { bot, monetization, deposits, security, process } = flags;
      return html`<div class="halt-row">
          ${
            bot.globalKill
              ? html`<button @click=${askToResume}>let bots trade again</button><b class="bad">■ all trading stopped</b>`
              : html`<button class="stop large" @click=${() => void halt(true)}>Stop all trading</button><span>● bots may trade</span> <span class="muted">${bot.execMode}</span>`
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

const onOff = (isOn: boolean): string => (isOn ? '● on' : '○ off');

function askToResume(): void {
  const problem = signal(false);
  showDialog('Let bots trade again', (close) => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const word = String(new FormData(event.target as HTMLFormElement).get('word')).trim();
      problem.value = word !== RESUME_WORD;
      if (problem.value) return;
      void halt(false);
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
    call: treasuryCall,
    body: ({ float, review, receivableMicroUsd, debtors }) => html`
      <p class="key-figure" title="${float.totalMicroUsd} micro-USD">${microUsd(float.totalMicroUsd)}</p>
      <dl class="facts">
        <dt>accounts</dt><dd>${count(float.accounts)}</dd>
        <dt>with more than nothing</dt><dd>${count(float.nonZeroAccounts)}</dd>
        <dt>held for review</dt><dd>${microUsd(review.heldMicroUsd)}</dd>
        <dt>of owners that are not known</dt><dd>${microUsd(review.unattributedMicroUsd)}</dd>
        <dt>owed by customers</dt><dd>${microUsd(receivableMicroUsd)}</dd>
      </dl>
      ${debtors.length === 0 ? nothing : debtorTable(debtors)}`,
  });

const DEBTORS_SHOWN = 20;

/** Who owes after refunds and disputes; all that comes in repays it first. */
const debtorTable = (debtors: GetTreasuryAnswer['debtors']): Content =>
  html`<table class="plain">
      <thead><tr><th>who owes</th><th class="num">owed</th><th class="num">on the balance, held</th></tr></thead>
      <tbody>
        ${debtors.slice(0, DEBTORS_SHOWN).map(
          ({ owner, owedMicroUsd, balanceMicroUsd }) => html`<tr>
            <td class="text">${owner}</td>
            <td class="num">${microUsd(owedMicroUsd)}</td>
            <td class="num">${microUsd(balanceMicroUsd)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${debtors.length > DEBTORS_SHOWN ? html`<p class="muted">The largest ${count(DEBTORS_SHOWN)} of ${count(debtors.length)}.</p>` : nothing}`;

const keysPanel = () =>
  panel<ListKeysAnswer>({
    title: 'Keys',
    unit: 'by hash; the command “crosstape keys issue” makes them',
    width: 'full',
    call: keysCall,
    empty: ({ keys }) => (keys.length === 0 ? 'No key was issued yet.' : null),
    body: ({ keys, truncated }) => html`<table class="plain">
        <thead>
          <tr><th>hash</th><th>owner</th><th>tier</th><th>label</th><th>venues</th><th>made</th><th>ends</th><th class="num">used</th><th><span class="hidden">revoke</span></th></tr>
        </thead>
        <tbody>${keys.map(keyRow)}</tbody>
      </table>
      ${truncated ? html`<p class="muted">Only the newest are shown.</p>` : nothing}`,
  });

function keyRow(key: KeyRecord): Content {
  const { zone } = settings.value;
  const { hash, owner, tier, label, venues, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return html`<tr class=${revokedAt === null ? '' : 'dim'}>
    <td><code title=${hash}>${hash.slice(0, 12)}…</code></td>
    <td class="nowrap">${owner}</td>
    <td>${tier}</td>
    <td class="text">${label ?? ''}</td>
    <td class="text">${venues === 'all' ? 'all' : venues.map(venueTitle).join(', ')}</td>
    <td class="nowrap">${dayTime(createdAt, zone)}</td>
    <td class="nowrap">${revokedAt !== null ? html`revoked ${dayTime(revokedAt, zone)}` : expiresAt === null ? 'never' : dayTime(expiresAt, zone)}</td>
    <td class="num">${renderAge(lastUsedAt)}</td>
    <td class="num">${revokedAt === null ? html`<button @click=${() => askToRevoke(key)}>revoke</button>` : nothing}</td>
  </tr>`;
}

function askToRevoke({ hash, owner }: KeyRecord): void {
  showDialog('Revoke a key', (close) => {
    const revoke = async () => {
      close();
      try {
        const { successors, stored } = (await ask('/api/account/keys', {
          ...admin,
          method: 'DELETE',
          body: { keyHash: hash },
        })) as RevokeKeyAnswer;
        const more = successors === 0 ? '' : ` and ${successors} from its rotations`;
        const later = stored ? '' : '; written when the disk has room, so do not restart before';
        say(`revoked: ${hash.slice(0, 12)}…${more}${later}`);
      } catch (error) {
        const { code, message } = error as CallFailure;
        say(`not revoked: ${message} (${code})`);
      }
      keysCall.refresh();
    };
    return html`<h2>Revoke a key of ${owner}?</h2>
      <p><code>${hash}</code></p>
      <p>It ends at once, with every key that replaced it by rotation, and cannot be given back.</p>
      <p><button class="primary" @click=${revoke}>revoke</button> <button @click=${close}>leave it</button></p>`;
  });
}

const depositsPanel = () =>
  panel<ListDepositsAnswer>({
    title: 'Deposits',
    unit: 'newest first; USD',
    width: 'full',
    call: depositsCall,
    empty: ({ deposits }) => (deposits.length === 0 ? 'Nothing was deposited yet.' : null),
    body: ({ deposits }) => html`<table class="plain">
      <thead>
        <tr><th>time</th><th>state</th><th>why</th><th>owner</th><th>source</th><th class="num">amount</th><th class="num">USD</th><th>id</th></tr>
      </thead>
      <tbody>${deposits.map(depositRow)}</tbody>
    </table>`,
  });

function depositRow(deposit: Deposit): Content {
  const { id, state, reason, owner, source, chain, amount, currency, createdAt } = deposit;
  const waits = state === 'held' || state === 'unattributed';
  return html`<tr>
    <td class="nowrap">${dayTime(createdAt, settings.value.zone)}</td>
    <td>${waits ? html`<b class="warn">▲ ${state}</b>` : state}</td>
    <td class="text">${reason?.replaceAll('_', ' ') ?? ''}</td>
    <td class="text">${owner ?? html`<span class="muted">nobody known</span>`}</td>
    <td>${chain ?? source}</td>
    <td class="num">${amount} ${currency}</td>
    <td class="num">${deposit.microUsd === null ? html`<span class="missing" title="it cannot be counted, only returned">–</span>` : microUsd(deposit.microUsd)}</td>
    <td><code>${id}</code></td>
  </tr>`;
}
