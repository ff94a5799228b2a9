import type { Deposit, ListDepositsAnswer } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { dayTime, MINUTE_MS, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';

const listDeposits = (query: string) =>
  call<ListDepositsAnswer>(`/api/account/deposits?${query}`, { everyMs: MINUTE_MS, credential: 'admin' });

/** Deposits that wait for the operator, by why. */
const WAITING = {
  held: {
    call: listDeposits('state=held&limit=100'),
    title: 'Held deposits',
    unit: 'above a limit, or of a sender to look at',
    none: 'No deposit is held.',
  },
  unattributed: {
    call: listDeposits('state=unattributed&limit=100'),
    title: 'Unattributed deposits',
    unit: 'their owner is not known',
    none: 'Every deposit has its owner.',
  },
} as const;

const newest = listDeposits('limit=50');

/** Asks for all lists of deposits again. */
export function refreshDeposits(): void {
  WAITING.held.call.refresh();
  WAITING.unattributed.call.refresh();
  newest.refresh();
}

const OWNER: Column<Deposit> = {
  id: 'owner',
  title: 'Owner',
  isName: true,
  width: 140,
  phoneWidth: 100,
  cell: ({ owner }) =>
    owner === null ? html`<span class="muted">not known</span>` : html`<span title=${owner}>${owner}</span>`,
  sortBy: ({ owner }) => owner,
};
const TIME: Column<Deposit> = {
  id: 'time',
  title: 'Time',
  isText: true,
  width: 140,
  cell: ({ createdAt }) => dayTime(createdAt, settings.value.zone),
  sortBy: ({ createdAt }) => createdAt,
};
const WHY: Column<Deposit> = {
  id: 'why',
  title: 'Why',
  isText: true,
  width: 140,
  cell: ({ reason }) => reason?.replaceAll('_', ' ') ?? '',
  sortBy: ({ reason }) => reason,
};
const SOURCE: Column<Deposit> = {
  id: 'source',
  title: 'Source',
  isText: true,
  width: 90,
  cell: ({ chain, source }) => chain ?? source,
  sortBy: ({ chain, source }) => chain ?? source,
};
const AMOUNT: Column<Deposit> = {
  id: 'amount',
  title: 'Amount',
  width: 140,
  cell: ({ amount, currency }) => html`<span title="${amount} ${currency}">${amount} ${currency}</span>`,
};
const USD: Column<Deposit> = {
  id: 'usd',
  title: 'Worth',
  unit: 'USD',
  width: 130,
  phoneWidth: 120,
  cell: ({ microUsd: worth }) =>
    worth === null
      ? html`<span class="missing" title="it cannot be counted, only returned">–</span>`
      : microUsd(worth),
  sortBy: ({ microUsd: worth }) => worth,
};
const ID: Column<Deposit> = {
  id: 'id',
  title: 'Id',
  isText: true,
  width: 130,
  cell: ({ id }) => html`<code title=${id}>${id}</code>`,
};

async function decide(deposit: Deposit): Promise<void> {
  const { showDecision } = await import('./deposit-decision.ts');
  showDecision(deposit, refreshDeposits);
}

const DECIDE: Column<Deposit> = {
  id: 'decide',
  title: 'Decide',
  width: 92,
  phoneWidth: 92,
  cell: (row) =>
    html`<button aria-label="decide about ${row.id}" @click=${() => void decide(row)}>decide</button>`,
};

const WAITING_TABLES = {
  held: waitingTable('Held deposits'),
  unattributed: waitingTable('Unattributed deposits'),
} as const;

function waitingTable(label: string): StaticOptions<Deposit> {
  return { label, columns: [OWNER, TIME, WHY, SOURCE, AMOUNT, USD, ID, DECIDE], rowClass: () => 'tall' };
}

/** Deposits that wait for a decision: all of them, however old. */
export function waitingPanel(state: keyof typeof WAITING): Content {
  const { call: asked, title, unit, none } = WAITING[state];
  return panel<ListDepositsAnswer>({
    title,
    unit: () => `${unit}; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'deposits#held-deposits',
    call: asked,
    list: ({ deposits }) => deposits,
    empty: ({ deposits }) => (deposits.length === 0 ? none : null),
    body: ({ deposits, nextCursor }) => html`${rowTable(WAITING_TABLES[state], deposits)}
      ${nextCursor === null ? nothing : html`<p class="muted">The newest 100; the request with <code>cursor</code> has the others.</p>`}`,
  });
}

const DEPOSITS: StaticOptions<Deposit> = {
  label: 'Deposits',
  columns: [
    OWNER,
    TIME,
    {
      id: 'state',
      title: 'State',
      isText: true,
      width: 120,
      phoneWidth: 112,
      cell: ({ state }) =>
        state === 'held' || state === 'unattributed' ? html`<b class="warn">▲ ${state}</b>` : state,
      sortBy: ({ state }) => state,
    },
    WHY,
    SOURCE,
    AMOUNT,
    USD,
    ID,
  ],
};

/** Deposits of every source. */
export const depositsPanel = (): Content =>
  panel<ListDepositsAnswer>({
    title: 'Deposits',
    unit: () => `the newest 50; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'deposits',
    call: newest,
    list: ({ deposits }) => deposits,
    empty: ({ deposits }) => (deposits.length === 0 ? 'Nothing was deposited yet.' : null),
    body: ({ deposits }) => rowTable(DEPOSITS, deposits),
  });
