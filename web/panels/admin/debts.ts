import type { GetTreasuryAnswer } from '../../../client/src/index.ts';
import { count, microUsd } from '../../format/number.ts';
import type { Target } from '../../state/service.ts';
import { treasuryCall } from '../../state/treasury.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { copyRequest, panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';

type Debtor = GetTreasuryAnswer['debtors'][number];

const CREDIT: Target = { path: '/api/account/credit', server: 'main', credential: 'admin' };
const DEBTORS_SHOWN = 50;

/** Formats the command that writes off a debt, outside of the page, because its reason is kept forever. */
const formatWriteOff = ({ owner, owedMicroUsd }: Debtor): string =>
  formatWriteCurl(CREDIT, { owner, microUsd: owedMicroUsd, ref: 'writeoff:<reason>' });

const DEBTORS: StaticOptions<Debtor> = {
  label: 'Debts',
  columns: [
    {
      id: 'owner',
      title: 'Who owes',
      isName: true,
      width: 160,
      phoneWidth: 100,
      cell: ({ owner }) => html`<span title=${owner}>${owner}</span>`,
      sortBy: ({ owner }) => owner,
    },
    {
      id: 'owed',
      title: 'Owed',
      unit: 'USD',
      width: 130,
      phoneWidth: 112,
      cell: ({ owedMicroUsd }) => microUsd(owedMicroUsd),
      sortBy: ({ owedMicroUsd }) => owedMicroUsd,
    },
    {
      id: 'balance',
      title: 'Balance, held',
      unit: 'USD',
      note: 'As long as a debt is open, all of the balance is held.',
      width: 150,
      cell: ({ balanceMicroUsd }) => microUsd(balanceMicroUsd),
      sortBy: ({ balanceMicroUsd }) => balanceMicroUsd,
    },
    {
      id: 'write-off',
      title: 'Give up',
      width: 130,
      phoneWidth: 128,
      cell: (row) =>
        html`<button aria-label="copy the command that gives up what ${row.owner} owes" @click=${() => void copyRequest(formatWriteOff(row))}>copy write-off</button>`,
    },
  ],
  rowClass: () => 'tall',
};

/** Owners with debts after refunds and disputes; all money that comes in repays them first. */
export const debtsPanel = (): Content =>
  panel<GetTreasuryAnswer>({
    title: 'Debts',
    unit: 'after refunds and disputes; the next credits repay them first',
    width: 'full',
    isFlush: true,
    guide: 'deposits#refunds-and-disputes',
    call: treasuryCall,
    list: ({ debtors }) => debtors,
    empty: ({ debtors }) => (debtors.length === 0 ? 'There are no debts.' : null),
    body: ({ debtors }) => html`${rowTable(DEBTORS, debtors.slice(0, DEBTORS_SHOWN))}
      ${debtors.length > DEBTORS_SHOWN ? html`<p class="muted">The largest ${count(DEBTORS_SHOWN)} of ${count(debtors.length)}.</p>` : nothing}`,
  });
