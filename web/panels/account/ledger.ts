import type { GetBalanceAnswer } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { dayTime, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';

export const balanceCall = call<GetBalanceAnswer>('/api/account/balance?limit=100', {
  everyMs: 15_000,
  credential: 'key',
});

type Entry = GetBalanceAnswer['ledger'][number];

/** The purpose of each type of ledger entry, in words. */
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

const ENTRIES: StaticOptions<Entry> = {
  label: 'Ledger',
  columns: [
    {
      id: 'for',
      title: 'For',
      isName: true,
      width: 160,
      phoneWidth: 110,
      cell: ({ type }) => html`<span>${ENTRY_WORDS[type] ?? type.replaceAll('_', ' ')}</span>`,
      sortBy: ({ type }) => type,
    },
    {
      id: 'time',
      title: 'Time',
      isText: true,
      width: 140,
      cell: ({ ts }) => dayTime(ts, settings.value.zone),
      sortBy: ({ ts }) => ts,
    },
    { id: 'entry', title: 'Entry', width: 72, cell: ({ id }) => String(id), sortBy: ({ id }) => id },
    {
      id: 'amount',
      title: 'Amount',
      unit: 'USD',
      width: 120,
      phoneWidth: 112,
      cell: ({ microUsd: amount }) =>
        html`<span title="${amount} micro-USD">${amount > 0 ? '+' : ''}${microUsd(amount)}</span>`,
      sortBy: ({ microUsd: amount }) => amount,
    },
    {
      id: 'balance',
      title: 'Balance then',
      unit: 'USD',
      width: 140,
      phoneWidth: 128,
      cell: ({ balanceAfter }) =>
        html`<span title="${balanceAfter} micro-USD">${microUsd(balanceAfter)}</span>`,
      sortBy: ({ balanceAfter }) => balanceAfter,
    },
    {
      id: 'ref',
      title: 'Belongs to',
      isText: true,
      width: 150,
      cell: ({ ref }) => html`<code title=${ref ?? ''}>${ref ?? ''}</code>`,
    },
  ],
};

/** Every entry behind the balance. */
export const ledgerPanel = (): Content =>
  panel<GetBalanceAnswer>({
    title: 'Ledger',
    unit: () => `newest first, ${zoneName(settings.value.zone)}`,
    width: 'wide',
    isFlush: true,
    guide: 'billing',
    call: balanceCall,
    list: ({ ledger }) => ledger,
    empty: ({ ledger }) => (ledger.length === 0 ? 'Nothing was ever booked.' : null),
    body: ({ ledger, truncated }) => html`${rowTable(ENTRIES, ledger.toReversed())}
      ${truncated ? html`<p class="muted">Older entries: the request with <code>cursor</code>.</p>` : nothing}`,
  });
