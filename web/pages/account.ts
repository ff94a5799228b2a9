import { signal } from '@preact/signals-core';
import type { GetBalanceAnswer, GetUsageAnswer, RedeemVoucherAnswer } from '../../client/src/index.ts';
import { count, microUsd } from '../format/number.ts';
import type { OpenPage } from '../page.ts';
import { balanceDaysPanel, usageDaysPanel } from '../panels/account/days.ts';
import { addressPanel, walletPanel } from '../panels/account/deposits.ts';
import { keysPanel } from '../panels/account/keys.ts';
import { balanceCall, ledgerPanel } from '../panels/account/ledger.ts';
import { needsKey } from '../panels/account/needs-key.ts';
import { panel, WAITING } from '../panels/panel.ts';
import { rowTable, type StaticOptions } from '../panels/table/table.ts';
import { type Content, html, nothing, renderAge, view } from '../panels/view.ts';
import { commandLine, submission } from '../panels/write-form.ts';
import { isKeyUsable } from '../state/calls.ts';
import { ask, type Target } from '../state/service.ts';
import { usageCall } from '../state/usage.ts';
import { formatWriteCurl } from '../state/write-curl.ts';

const ENDPOINTS_SHOWN = 12;

/** Opens the page that answers: what does the key cost, and what is left? */
export function open(): OpenPage {
  const panels = [
    balancePanel(),
    usagePanel(),
    usageDaysPanel(),
    balanceDaysPanel(),
    keysPanel(),
    ledgerPanel(),
    redeemPanel(),
    addressPanel(),
    walletPanel(),
  ];
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
    guide: 'billing',
    call: balanceCall,
    body: ({ owner, balance, prepaidEnabled, priceListMicroUsd: prices }) => html`
      <p class="key-figure" title="${balance.microUsd} micro-USD">${microUsd(balance.microUsd)}</p>
      ${
        balance.owedMicroUsd === 0
          ? nothing
          : html`<p class="bad"><b>■ ${microUsd(balance.owedMicroUsd)} USD are owed</b> after a refund or dispute.
              The next credits repay it first; orders are refused until it is repaid.</p>`
      }
      <dl class="facts">
        <dt>owner</dt><dd>${owner}</dd>
        <dt>set aside for orders</dt><dd>${microUsd(balance.heldMicroUsd)}</dd>
        <dt>owed</dt><dd class=${balance.owedMicroUsd === 0 ? '' : 'bad'}>${microUsd(balance.owedMicroUsd)}</dd>
        <dt>price of a stream</dt><dd>${microUsd(prices.stream)}</dd>
        <dt>price of a filled trade</dt><dd>${microUsd(prices.trade)}</dd>
      </dl>
      ${prepaidEnabled ? nothing : html`<p class="muted">Use is not charged here.</p>`}`,
  });

const usagePanel = () =>
  panel<GetUsageAnswer>({
    title: 'Usage',
    unit: () => usageCall.state.value.data?.month ?? '',
    width: 'wide',
    guide: 'accounts#tiers',
    call: usageCall,
    list: listEndpoints,
    body: (answer) => html`<div class="columns">${limitFacts(answer)}${endpointTable(answer)}</div>`,
  });

function limitFacts({ tier, limits, usage }: GetUsageAnswer): Content {
  const { monthlyQuota, ratePerMin, maxConcurrentStreams } = limits;
  return html`<dl class="facts">
    <dt>tier</dt><dd>${tier}</dd>
    <dt>requests this month</dt><dd>${count(usage.total)}${monthlyQuota === null ? '' : ` of ${count(monthlyQuota)}`}</dd>
    <dt>left this month</dt><dd>${usage.quotaRemaining === null ? 'no limit' : count(usage.quotaRemaining)}</dd>
    <dt>latest request</dt><dd>${usage.lastAt === null ? html`<span class="missing" title="none was counted this month">–</span>` : html`${renderAge(usage.lastAt)} ago`}</dd>
    <dt>requests a minute, at most</dt><dd>${count(ratePerMin)}</dd>
    <dt>streams at once, at most</dt><dd>${count(maxConcurrentStreams)}</dd>
  </dl>`;
}

interface EndpointRow {
  readonly endpoint: string;
  readonly requests: number;
}

const listEndpoints = ({ usage }: GetUsageAnswer): readonly EndpointRow[] =>
  Object.entries(usage.byEndpoint)
    .map(([endpoint, requests]) => ({ endpoint, requests }))
    .sort((a, b) => b.requests - a.requests);

const ENDPOINTS: StaticOptions<EndpointRow> = {
  label: 'Endpoints',
  columns: [
    {
      id: 'endpoint',
      title: 'Endpoint',
      isName: true,
      width: 160,
      cell: ({ endpoint }) => html`<code title=${endpoint}>${endpoint}</code>`,
    },
    {
      id: 'requests',
      title: 'Requests',
      width: 96,
      phoneWidth: 96,
      cell: ({ requests }) => count(requests),
      sortBy: ({ requests }) => requests,
    },
  ],
};

function endpointTable(answer: GetUsageAnswer): Content {
  const rows = listEndpoints(answer);
  if (rows.length === 0) return html`<p class="state empty">No request was counted this month.</p>`;
  return rowTable(ENDPOINTS, rows.slice(0, ENDPOINTS_SHOWN));
}

const REDEEM: Target = { path: '/api/account/redeem', server: 'main', credential: 'key' };

/** The credit of the newest redemption of this page. */
const redeemed = signal<string | null>(null);

function redeemPanel(): Content {
  const { alert, attempt } = submission();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const code = String(new FormData(form).get('code')).trim();
    redeemed.value = null;
    await attempt(async () => {
      const answer = (await ask(REDEEM.path, {
        ...REDEEM,
        method: 'POST',
        body: { code },
      })) as RedeemVoucherAnswer;
      redeemed.value = `${microUsd(answer.microUsd)} USD were added`;
      form.reset();
    });
    balanceCall.refresh();
  };
  return html`<section class="panel third" aria-labelledby="redeem">
    <header><h2 id="redeem">Redeem a voucher</h2>
      <a class="guide" href="/docs/guides/billing#vouchers" target="_blank" rel="noopener" aria-label="guide to vouchers" title="what this is">?</a></header>
    <div class="body">
      ${view(() =>
        isKeyUsable.value
          ? html`<form class="line" @submit=${submit}>
              <input name="code" aria-label="voucher code" placeholder="TAPE-…" autocomplete="off" spellcheck="false" required>
              <button>redeem</button>
            </form>
            ${alert}`
          : html`<p class="state waiting">${WAITING.key}</p>`,
      )}
      ${view(() => html`<p role="status" class=${redeemed.value === null ? 'muted' : ''}>${redeemed.value === null ? 'Each code is good once.' : `● ${redeemed.value}`}</p>`)}
      ${commandLine(formatWriteCurl(REDEEM, { code: '<code>' }))}
    </div>
  </section>`;
}
