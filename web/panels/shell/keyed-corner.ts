import type { GetBalanceAnswer } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { botStatus, stopping } from '../../state/bot.ts';
import { call, isKeyUsable } from '../../state/calls.ts';
import { path } from '../../state/location.ts';
import { setApiKey } from '../../state/service.ts';
import { haltWords, listenForStop, stopButton, stopProblem } from '../bot/stop.ts';
import { type Content, html, nothing } from '../view.ts';

const balance = call<GetBalanceAnswer>('/api/account/balance?limit=1', {
  everyMs: 15_000,
  credential: 'key',
});

listenForStop();

/** The switch that stops the bot, on every page but the bot's own, which has a larger one. */
export function stopCorner(): Content {
  // A stop that was asked for by keys is answered here, also where the key is refused.
  if (!isKeyUsable.value) return html`<span class="stop-corner">${stopProblem()}</span>`;
  if (path.value === '/bot') return nothing;
  // There is no button where the service says that nothing is left to stop.
  if (botStatus.state.value.data?.killed === true && stopping.value.kind === 'none') {
    return html`<span class="stop-corner"><a class="stopped" href="/bot">■ stopped, resume</a></span>`;
  }
  return html`<span class="stop-corner">${stopButton('small')}${stopProblem()}</span>`;
}

/** The corner of the top bar for a caller with a key: balance and bot; neither where the key is refused. */
export function keyedCorner(): Content {
  const forget = html`<button class="quiet folds" title="forget the key" @click=${forgetKey}>forget key</button>`;
  if (!isKeyUsable.value) return forget;
  return html`<a class="keyed" href="/account" title="prepaid balance, USD">${balanceText()}</a>
    <a class="keyed" href="/bot">bot ${haltWords()}</a>
    ${forget}`;
}

export const forgetKey = (): void => setApiKey(null, false);

function balanceText(): Content {
  const { data, failure } = balance.state.value;
  if (data !== null) return html`${microUsd(data.balance.microUsd)} <span class="muted">USD</span>`;
  if (failure === null) return 'account';
  return html`<span class="warn" title=${failure.message}>▲ ${failure.code.replaceAll('_', ' ')}</span>`;
}
