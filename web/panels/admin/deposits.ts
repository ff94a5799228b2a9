import type { Deposit, ListDepositsAnswer } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { dayTime, MINUTE_MS, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html } from '../view.ts';

const listDeposits = (query: string) =>
  call<ListDepositsAnswer>(`/api/account/deposits?${query}`, { everyMs: MINUTE_MS, credential: 'admin' });

const newest = listDeposits('limit=50');

/** Asks for the list of deposits again. */
export function refreshDeposits(): void {
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
