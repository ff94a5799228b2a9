import { signal } from '@preact/signals-core';
import type {
  GetBalanceAnswer,
  GetDepositAddressAnswer,
  GetUsageAnswer,
  GetWalletsAnswer,
  RedeemVoucherAnswer,
} from '../../client/src/index.ts';
import { count, microUsd } from '../format/number.ts';
import { dayTime, zoneName } from '../format/time.ts';
import { venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { needsKey } from '../panels/needs-key.ts';
import { copy } from '../panels/notice.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing, renderAge, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { ask, type CallFailure } from '../state/service.ts';
import { settings } from '../state/settings.ts';

const EVERY_MS = 15_000;
const MINUTE_MS = 60_000;
const ENDPOINTS_SHOWN = 12;

const usageCall = call<GetUsageAnswer>('/api/account/usage', { everyMs: EVERY_MS, credential: 'key' });
const balanceCall = call<GetBalanceAnswer>('/api/account/balance?limit=100', {
  everyMs: EVERY_MS,
  credential: 'key',
});

const walletsCall = call<GetWalletsAnswer>('/api/account/wallets', {
  everyMs: MINUTE_MS,
  credential: 'key',
});
const addressCall = call<GetDepositAddressAnswer>('/api/account/deposit-address', {
  everyMs: MINUTE_MS,
  credential: 'key',
});

/** What does the key cost, and what is left? */
export function open(): OpenPage {
  const panels = [balancePanel(), usagePanel(), ledgerPanel(), redeemPanel(), addressPanel(), walletPanel()];
  return {
    title: 'Account',
    view: () => html`<h1 class="pagehead">What does the key cost, and what is left?</h1>
      ${needsKey('An account') ?? html`<div class="grid">${panels}</div>`}`,
  };
}

const balancePanel = () =>
  panel<GetBalanceAnswer>({
    title: 'Balance',
    unit: 'USD',
    width: 'third',
    call: balanceCall,
    body: ({ owner, balance, prepaidEnabled, priceListMicroUsd: prices }) => html`
      <p class="key-figure" title="${balance.microUsd} micro-USD">${microUsd(balance.microUsd)}</p>
      <dl class="facts">
        <dt>owner</dt><dd>${owner}</dd>
        <dt>set aside for orders</dt><dd>${microUsd(balance.heldMicroUsd)}</dd>
        ${balance.owedMicroUsd === 0 ? nothing : html`<dt>owed after a refund or dispute; deposits repay it first</dt><dd class="bad">${microUsd(balance.owedMicroUsd)}</dd>`}
        <dt>a stream of prices</dt><dd>${microUsd(prices.stream)}</dd>
        <dt>a filled trade</dt><dd>${microUsd(prices.trade)}</dd>
      </dl>
      ${prepaidEnabled ? nothing : html`<p class="muted">Use is not charged here.</p>`}`,
  });

const usagePanel = () =>
  panel<GetUsageAnswer>({
    title: 'Usage',
    unit: () => usageCall.state.value.data?.month ?? '',
    width: 'wide',
    call: usageCall,
    body: (answer) => html`<div class="columns">${limitFacts(answer)}${endpointTable(answer)}</div>`,
  });

function limitFacts({ tier, limits, usage, venues, key }: GetUsageAnswer): Content {
  const { monthlyQuota, ratePerMin, maxConcurrentStreams } = limits;
  return html`<dl class="facts">
    <dt>tier</dt><dd>${tier}</dd>
    <dt>requests this month</dt><dd>${count(usage.total)}${monthlyQuota === null ? '' : ` of ${count(monthlyQuota)}`}</dd>
    <dt>left</dt><dd>${usage.quotaRemaining === null ? 'no limit' : count(usage.quotaRemaining)}</dd>
    <dt>the newest of them</dt><dd>${usage.lastAt === null ? html`<span class="missing" title="none was counted this month">–</span>` : html`${renderAge(usage.lastAt)} ago`}</dd>
    <dt>a minute</dt><dd>${count(ratePerMin)}</dd>
    <dt>streams at once</dt><dd>${count(maxConcurrentStreams)}</dd>
    <dt>venues</dt><dd>${venues === 'all' ? 'all' : venues.map(venueTitle).join(', ')}</dd>
    <dt>ends</dt><dd>${key.expiresAt === null ? 'never' : dayTime(key.expiresAt, settings.value.zone)}</dd>
  </dl>`;
}

function endpointTable({ usage }: GetUsageAnswer): Content {
  const rows = Object.entries(usage.byEndpoint).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return html`<p class="state empty">No request was counted this month.</p>`;
  return html`<table class="plain">
    <thead><tr><th>endpoint</th><th class="num">requests</th></tr></thead>
    <tbody>
      ${rows
        .slice(0, ENDPOINTS_SHOWN)
        .map(
          ([route, requests]) =>
            html`<tr><td class="text"><code>${route}</code></td><td class="num">${count(requests)}</td></tr>`,
        )}
    </tbody>
  </table>`;
}

/** What each entry of the ledger is for. */
const ENTRY_WORDS: Readonly<Record<string, string>> = {
  deposit: 'deposit',
  admin_credit: 'credit by the operator',
  voucher: 'voucher',
  trade_fee: 'fee of a trade',
  stream_fee: 'fee of a stream',
  refund: 'refund',
  release: 'released deposit',
  held: 'set aside',
  return: 'given back',
};

const ledgerPanel = () =>
  panel<GetBalanceAnswer>({
    title: 'Ledger',
    unit: () => `USD, ${zoneName(settings.value.zone)}, newest first`,
    width: 'wide',
    call: balanceCall,
    empty: ({ ledger }) => (ledger.length === 0 ? 'Nothing was ever booked.' : null),
    body: ({ ledger, truncated }) => html`<table class="plain">
        <thead>
          <tr><th class="num">entry</th><th>time</th><th>for</th><th class="num">amount</th><th class="num">balance then</th><th>belongs to</th></tr>
        </thead>
        <tbody>
          ${ledger.toReversed().map(
            ({ id, ts, type, microUsd: amount, balanceAfter, ref }) => html`<tr>
              <td class="num">${id}</td>
              <td class="nowrap">${dayTime(ts, settings.value.zone)}</td>
              <td>${ENTRY_WORDS[type] ?? type}</td>
              <td class="num">${amount > 0 ? '+' : ''}${microUsd(amount)}</td>
              <td class="num">${microUsd(balanceAfter)}</td>
              <td class="text"><code>${ref ?? ''}</code></td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${truncated ? html`<p class="muted">Older entries: the request with <code>cursor</code>.</p>` : nothing}`,
  });

/** The newest redemption of this page. */
const redeemed = signal<{ readonly text: string; readonly isGood: boolean } | null>(null);

function redeemPanel(): Content {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const code = String(new FormData(form).get('code')).trim();
    try {
      const answer = (await ask('/api/account/redeem', {
        credential: 'key',
        method: 'POST',
        body: { code },
      })) as RedeemVoucherAnswer;
      redeemed.value = { text: `${microUsd(answer.microUsd)} USD were added`, isGood: true };
      form.reset();
    } catch (error) {
      const { code: failure, message } = error as CallFailure;
      redeemed.value = { text: `${message} (${failure})`, isGood: false };
    }
    balanceCall.refresh();
  };
  return html`<section class="panel third" aria-labelledby="redeem">
    <header><h2 id="redeem">Redeem a voucher</h2></header>
    <div class="body">
      <form class="line" @submit=${submit}>
        <input name="code" aria-label="voucher code" placeholder="TAPE-…" autocomplete="off" spellcheck="false" required>
        <button>redeem</button>
      </form>
      ${view(() => {
        const said = redeemed.value;
        if (said === null) return html`<p class="muted">Each code is good once.</p>`;
        return html`<p role="status" class=${said.isGood ? '' : 'bad'}>${said.isGood ? '●' : '■'} ${said.text}</p>`;
      })}
    </div>
  </section>`;
}

const addressPanel = () =>
  panel<GetDepositAddressAnswer>({
    title: 'Deposit addresses',
    unit: 'what arrives there is yours, whoever sends it',
    width: 'wide',
    // Without a chain there is nothing to ask for.
    call: () => ((walletsCall.state.value.data?.depositTargets.length ?? 0) > 0 ? addressCall : null),
    waiting: 'This service takes no stablecoins.',
    empty: ({ addresses }) =>
      addresses.length === 0 ? 'No chain gives owners an address of their own.' : null,
    body: ({ addresses }) => html`<table class="plain">
      <thead><tr><th>chain</th><th>tokens</th><th>address</th><th><span class="hidden">copy</span></th></tr></thead>
      <tbody>
        ${addresses.map(
          ({ chain, address, assets }) => html`<tr>
            <td>${chain}</td>
            <td>${assets.join(', ')}</td>
            <td class="text"><code>${address}</code></td>
            <td class="num"><button @click=${() => copy(address, 'address')}>copy</button></td>
          </tr>`,
        )}
      </tbody>
    </table>`,
  });

const walletPanel = () =>
  panel<GetWalletsAnswer>({
    title: 'Registered wallets',
    width: 'third',
    call: walletsCall,
    empty: ({ registeredWallets }) => (registeredWallets.length === 0 ? 'No wallet is registered.' : null),
    body: ({ registeredWallets }) => html`<table class="plain">
      <thead><tr><th>address</th><th>family</th><th class="num">since</th></tr></thead>
      <tbody>
        ${registeredWallets.map(
          ({ address, family, registeredAt }) => html`<tr>
            <td class="text"><code>${address}</code></td>
            <td>${family}</td>
            <td class="num">${dayTime(registeredAt, settings.value.zone)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`,
  });
