import type {
  AlertDelivery,
  AlertEvent,
  AlertRule,
  ListAlertEndpointsAnswer,
  ListAlertEventsAnswer,
  ListAlertRulesAnswer,
} from '../../../client/src/index.ts';
import { dayTime, zoneName } from '../../format/time.ts';
import { alertEventsCall, alertRulesCall, keepsToken } from '../../state/alerts.ts';
import { call } from '../../state/calls.ts';
import { ask, type CallError } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { say } from '../notice.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, view } from '../view.ts';

const endpointsCall = call<ListAlertEndpointsAnswer>('/api/alerts/endpoints', {
  everyMs: 10_000,
  credential: 'admin',
});

async function post(path: string, toText: (answer: unknown) => string): Promise<void> {
  try {
    say(toText(await ask(path, { method: 'POST', credential: 'admin' })));
  } catch (error) {
    const { code, message } = error as CallError;
    say(`not done: ${message} (${code})`);
  }
  endpointsCall.refresh();
  alertEventsCall.refresh();
}

const test = (id: string): Promise<void> =>
  post(`/api/alerts/endpoints/${encodeURIComponent(id)}/test`, (answer) => {
    const { delivered, status, reason } = answer as {
      delivered: boolean;
      status: number | null;
      reason: string | null;
    };
    return delivered
      ? `${id} accepted the test`
      : `${id} did not accept the test: ${reason ?? `status ${status}`}`;
  });

const retry = ({ id, endpoint }: AlertDelivery): Promise<void> =>
  post(`/api/alerts/deliveries/${encodeURIComponent(id)}/retry`, () => `sent to ${endpoint} again`);

const PROBLEMS = { unknown_asset: 'no such asset', not_listed: 'not listed now' } as const;

function describePhase({ problem, states }: AlertRule): Content {
  const firing = states.filter(({ phase }) => phase === 'firing').length;
  if (firing > 0) return html`<b class="bad">▲ firing${firing > 1 ? ` (${firing})` : ''}</b>`;
  if (problem !== null) return html`<b class="warn">■ ${PROBLEMS[problem]}</b>`;
  return states.some(({ phase }) => phase === 'pending') ? '◐ pending' : '○ ok';
}

/** Describes the condition of a rule in the words of the file, without its type. */
function describeCondition({ when }: AlertRule): string {
  const { type: _, ...rest } = when;
  return Object.entries(rest)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

const RULES: StaticOptions<AlertRule> = {
  label: 'Alert rules',
  columns: [
    {
      id: 'id',
      title: 'Rule',
      isName: true,
      width: 140,
      phoneWidth: 100,
      cell: ({ id }) => id,
      sortBy: ({ id }) => id,
    },
    { id: 'type', title: 'Type', isText: true, width: 90, phoneWidth: 76, cell: ({ when }) => when.type },
    {
      id: 'when',
      title: 'Condition',
      isText: true,
      width: 230,
      cell: (rule) => html`<span title=${describeCondition(rule)}>${describeCondition(rule)}</span>`,
    },
    { id: 'phase', title: 'State', isText: true, width: 110, phoneWidth: 100, cell: describePhase },
  ],
};

/** Rules of the operator's file, with the endpoints that they tell. */
export const alertRulesPanel = (): Content =>
  panel<ListAlertRulesAnswer>({
    title: 'Alert rules',
    unit: 'alerts.json',
    guide: 'alerts#the-file',
    call: alertRulesCall,
    list: ({ rules }) => rules,
    empty: ({ rules, problem }) =>
      rules.length === 0 && problem === null
        ? 'There are no rules: write alerts.json into the data directory.'
        : null,
    body: ({ rules, problem }) => html`
      ${problem === null ? nothing : html`<p class="bad" role="alert">■ ${problem}; the rules of before are in force</p>`}
      ${rowTable(RULES, rules)}
      ${view(() => endpoints())}`,
  });

function endpoints(): Content {
  const { data } = endpointsCall.state.value;
  if (data === null || data.count === 0) return nothing;
  return html`<p>${data.endpoints.map(
    ({
      id,
      format,
      offSinceMs,
      suppressed,
    }) => html`<button aria-label="send a test to ${id}" @click=${() => void test(id)}>test ${id}</button>
      <span class="muted">${format}</span>
      ${offSinceMs === null ? nothing : html`<b class="bad">■ off: it answered 410</b>`}
      ${suppressed === 0 ? nothing : html`<b class="warn">▲ ${suppressed} left out</b>`} `,
  )}</p>`;
}

const EVENTS: StaticOptions<AlertEvent> = {
  label: 'Alerts',
  columns: [
    {
      id: 't',
      title: 'Time',
      isText: true,
      width: 130,
      phoneWidth: 110,
      cell: ({ tMs }) => dayTime(tMs, settings.value.zone),
      sortBy: ({ tMs }) => tMs,
    },
    {
      id: 'rule',
      title: 'Rule',
      isName: true,
      width: 130,
      phoneWidth: 90,
      cell: ({ rule }) => rule ?? 'left out',
    },
    {
      id: 'text',
      title: 'What happened',
      isText: true,
      width: 360,
      cell: ({ text, type }) =>
        html`<span title=${text} dir="auto">${type === 'alerts.firing' ? '▲' : '✓'} ${text}</span>`,
    },
    {
      id: 'deliveries',
      title: 'Told',
      isText: true,
      width: 230,
      phoneWidth: 130,
      cell: ({ deliveries }) =>
        deliveries.length === 0 ? html`<span class="muted">nobody</span>` : html`${deliveries.map(delivery)}`,
    },
  ],
  rowClass: () => 'tall',
};

function delivery(one: AlertDelivery): Content {
  const { endpoint, state, tries, reason } = one;
  if (state === 'delivered') return html`<span>● ${endpoint}</span> `;
  if (state === 'waiting')
    return html`<span title=${reason ?? 'on its way'}>◐ ${endpoint}${tries > 0 ? ` (${tries})` : ''}</span> `;
  return html`<b class="bad" title=${reason ?? ''}>■ ${endpoint}</b>
    <button aria-label="send it to ${endpoint} again" @click=${() => void retry(one)}>again</button> `;
}

/** The newest alerts, and whom they were told. */
export const alertEventsPanel = (): Content =>
  panel<ListAlertEventsAnswer>({
    title: 'Alerts',
    unit: () => zoneName(settings.value.zone),
    width: 'full',
    guide: 'alerts',
    call: alertEventsCall,
    list: ({ events }) => events,
    empty: ({ events }) => (events.length === 0 ? 'Nothing has fired in the last 30 days.' : null),
    tools: () =>
      html`<label title="The token then stays in the memory of this tab until it is loaded again."><input type="checkbox" .checked=${keepsToken.value} @change=${(
        event: Event,
      ) => {
        keepsToken.value = (event.target as HTMLInputElement).checked;
      }}> tell me on every page</label>`,
    body: ({ events }) => rowTable(EVENTS, events),
  });
