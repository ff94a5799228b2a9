import { signal } from '@preact/signals-core';
import type { DecideReviewAnswer, ReviewItem } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { dayTime } from '../../format/time.ts';
import { ask, type Target } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';
import { describeApply, describeKind, findMicroUsd, readOffers } from './review-model.ts';

const REVIEW: Target = { path: '/api/account/review', server: 'main', credential: 'admin' };
const DEPOSITS: Target = { path: '/api/account/deposits', server: 'main', credential: 'admin' };

/** Whether a deposit in review is paid out as a whole, so that the operator does not name its amount. */
const isWhole = ({ kind, microUsd: worth }: ReviewItem): boolean =>
  (kind === 'held' || kind === 'unattributed') && worth !== null;

/** Applies an item of the review, gives its deposit back, or dismisses it. */
export function showReviewDecision(item: ReviewItem, refresh: () => void): void {
  const { id, kind, owner: known } = item;
  const offers = readOffers(item);
  const { alert, attempt, problem } = submission();
  const owner = signal(known ?? '');
  const usd = signal(item.microUsd === null ? '' : String(item.microUsd / 1_000_000));
  const reason = signal('');
  const application = () => {
    const amount = findMicroUsd(usd.value);
    return {
      id,
      action: 'apply',
      ...(known === null ? { owner: owner.value } : {}),
      ...(isWhole(item) || amount === null ? {} : { microUsd: amount }),
    };
  };
  const dismissal = () => ({ id, action: 'dismiss', reason: reason.value.trim() });
  const giveBack = { id: String(item.known.deposit ?? ''), action: 'return' };

  showDialog(`Decide: ${describeKind(kind)}`, (close) => {
    const run = async (target: Target, body: unknown, describeDone: (answer: unknown) => string) => {
      let answer: unknown;
      const isDone = await attempt(async () => {
        answer = await ask(target.path, { ...target, method: 'POST', body });
      });
      refresh();
      if (!isDone) return;
      close();
      say(describeDone(answer));
    };
    const apply = (event: SubmitEvent) => {
      event.preventDefault();
      if (!isWhole(item) && findMicroUsd(usd.peek()) === null) {
        problem.value = 'name the amount in US dollars, with at most six decimals';
        return;
      }
      void run(REVIEW, application(), (answer) => describeApplied(answer as DecideReviewAnswer));
    };
    const dismiss = (event: SubmitEvent) => {
      event.preventDefault();
      void run(REVIEW, dismissal(), () => `dismissed: ${describeKind(kind)}`);
    };
    return html`<h2>${describeKind(kind)}</h2>
      ${renderFacts(item)}
      ${alert}
      ${
        offers.apply
          ? html`<form class="bot-settings" @submit=${apply}>${applyFields()}
        <p><button class="primary">${describeApply(kind)}</button>
          ${offers.giveBack ? html`<button type="button" @click=${() => void run(DEPOSITS, giveBack, () => 'taken out of the books: it went back')}>it went back</button>` : nothing}
        </p>
        ${offers.giveBack ? html`<p class="muted">“It went back” moves no money: send it back at the provider or on the chain first.</p>` : nothing}
        ${view(() => commandLine(formatWriteCurl(REVIEW, application()), 'apply'))}
        ${offers.giveBack ? commandLine(formatWriteCurl(DEPOSITS, giveBack), 'return') : nothing}
      </form>`
          : nothing
      }
      ${offers.commands.map((command) => commandLine(command, 'command'))}
      <form class="bot-settings" @submit=${dismiss}>
        <label class="field"><span>Dismiss: no money moves. Reason, kept with the item</span>
          <input type="text" name="reason" required maxlength="500" autocomplete="off" @input=${onInput(reason)}></label>
        <p><button>dismiss</button> <button type="button" @click=${close}>leave it</button></p>
        ${view(() => commandLine(formatWriteCurl(REVIEW, dismissal()), 'dismiss'))}
      </form>`;
  });

  function applyFields(): Content {
    return html`<label class="field"><span>Owner${known === null ? ': find out whose it is' : ''}</span>
        <input type="text" name="owner" required maxlength="128" pattern="[A-Za-z0-9][A-Za-z0-9_.:@\\-]*" ?readonly=${known !== null} value=${owner.peek()} autocomplete="off" spellcheck="false"
          title="letters, digits and _ . : @ - , as on the owner's keys" @input=${onInput(owner)}></label>
      ${
        isWhole(item)
          ? nothing
          : html`<label class="field"><span>US dollars${item.microUsd === null ? ': its value is for you to name' : ''}</span>
        <input type="text" name="usd" required inputmode="decimal" value=${usd.peek()} autocomplete="off" @input=${onInput(usd)}></label>`
      }`;
  }
}

const onInput =
  (into: { value: string }) =>
  (event: Event): void => {
    into.value = (event.target as HTMLInputElement).value.trim();
  };

function describeApplied({ applied, owner, movedMicroUsd }: DecideReviewAnswer): string {
  if (!applied) return 'it had ended before: nothing changed';
  return `applied: ${microUsd(movedMicroUsd)} USD, ${owner}`;
}

/** What is known about an item: when, whose, how much, and the ids at its source. */
function renderFacts({ since, amount, currency, microUsd: worth, known }: ReviewItem): Content {
  const facts = Object.entries(known).filter(([, value]) => value !== null);
  return html`<dl class="facts">
    <dt>waits since</dt><dd>${dayTime(since, settings.value.zone)}</dd>
    ${amount === null ? nothing : html`<dt>amount as it came</dt><dd>${amount} ${currency}</dd>`}
    ${worth === null ? nothing : html`<dt>worth in USD</dt><dd>${microUsd(worth)}</dd>`}
    ${facts.map(([name, value]) => html`<dt>${toWords(name)}</dt><dd><code>${String(value)}</code></dd>`)}
  </dl>`;
}

/** Formats a name such as `firstOwner` as words. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
