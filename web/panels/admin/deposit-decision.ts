import { signal } from '@preact/signals-core';
import type { Deposit } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { ask, type Target } from '../../state/service.ts';
import { treasuryCall } from '../../state/treasury.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';

const CREDIT: Target = { path: '/api/account/credit', server: 'main', credential: 'admin' };
const DEPOSITS: Target = { path: '/api/account/deposits', server: 'main', credential: 'admin' };

/** Pays a deposit that waits out to its owner, or says that it went back outside. The whole of it, never a part. */
export function showDecision(deposit: Deposit, refresh: () => void): void {
  const { id, reason, source, chain, amount, currency, returnableMicroUsd } = deposit;
  const { alert, attempt } = submission();
  const owner = signal(deposit.owner ?? '');
  const isCountable = deposit.microUsd !== null;
  const release = () => ({ owner: owner.value, microUsd: returnableMicroUsd, ref: `release:${id}` });
  const giveBack = { id, action: 'return' };
  showDialog('Decide about a deposit', (close) => {
    const run = async (target: Target, body: unknown, done: string) => {
      const isDone = await attempt(() => ask(target.path, { ...target, method: 'POST', body }));
      refresh();
      treasuryCall.refresh();
      if (!isDone) return;
      close();
      say(done);
    };
    const pay = (event: SubmitEvent) => {
      event.preventDefault();
      void run(CREDIT, release(), `released: ${microUsd(returnableMicroUsd)} USD to ${owner.peek()}`);
    };
    return html`<form class="bot-settings" @submit=${pay}>
      <h2>${amount} ${currency} over ${chain ?? source}</h2>
      <p class="muted">${reason?.replaceAll('_', ' ') ?? ''} <code>${id}</code>
        <a href="/docs/guides/deposits#held-deposits" target="_blank" rel="noopener">what each reason asks for</a></p>
      ${isCountable ? releaseFields() : html`<p>It cannot be counted: it can only go back.</p>`}
      ${alert}
      <p>
        ${isCountable ? html`<button class="primary">release ${microUsd(returnableMicroUsd)} USD</button>` : nothing}
        <button type="button" @click=${() => void run(DEPOSITS, giveBack, 'taken out of the books: it went back')}>it went back</button>
        <button type="button" @click=${close}>leave it</button>
      </p>
      <p class="muted">“It went back” moves no money: send it back at the provider or on the chain first.</p>
      ${isCountable ? view(() => commandLine(formatWriteCurl(CREDIT, release()), 'release')) : nothing}
      ${commandLine(formatWriteCurl(DEPOSITS, giveBack), 'return')}
    </form>`;
  });

  function releaseFields(): Content {
    const isKnown = deposit.owner !== null;
    return html`<label class="field"><span>Owner${isKnown ? '' : ': find out whose it is'}</span>
      <input type="text" name="owner" required maxlength="128" pattern="[A-Za-z0-9][A-Za-z0-9_.:@\\-]*" ?readonly=${isKnown} value=${owner.peek()} autocomplete="off" spellcheck="false"
        title="letters, digits and _ . : @ - , as on the owner's keys"
        @input=${(event: Event) => {
          owner.value = (event.target as HTMLInputElement).value.trim();
        }}></label>`;
  }
}
