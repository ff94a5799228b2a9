import type { GetRevenueAnswer } from '../../../client/src/index.ts';
import { microUsd } from '../../format/number.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { chosenDays, dayBars, dayChoices } from '../day-bars.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';

/** What the ledger earned by day; refunds and corrections apart. */
export const revenuePanel = (): Content =>
  panel<GetRevenueAnswer>({
    title: 'Revenue by day',
    unit: 'USD, UTC days',
    width: 'full',
    guide: 'billing#accounts-of-the-ledger',
    call: () =>
      call<GetRevenueAnswer>(`/api/admin/revenue?days=${chosenDays()}`, {
        everyMs: MINUTE_MS,
        credential: 'admin',
      }),
    tools: () => dayChoices('revenue'),
    list: ({ daily }) => daily,
    body: ({ daily, totalMicroUsd }) => {
      const sum = (read: (day: (typeof daily)[number]) => number) =>
        daily.reduce((total, day) => total + read(day), 0);
      const row = (name: string, amount: number): Content =>
        amount === 0
          ? nothing
          : html`<dt>${name}</dt><dd title="${amount} micro-USD">${microUsd(amount)}</dd>`;
      const byDay = new Map(daily.map((day) => [day.day, day]));
      return html`<p><b title="${totalMicroUsd} micro-USD">${microUsd(totalMicroUsd)}</b> <span class="muted">in ${daily.length} days</span></p>
        ${dayBars(
          daily.map(({ day, microUsd: value }) => ({ day, value })),
          {
            name: 'revenue',
            format: microUsd,
            describe: ({ day }) => {
              const { chargedMicroUsd, refundedMicroUsd } = byDay.get(day)!;
              return `${microUsd(chargedMicroUsd)} USD charged, ${microUsd(refundedMicroUsd)} given back`;
            },
          },
        )}
        <dl class="facts">
          <dt>streams</dt><dd>${microUsd(sum(({ streamMicroUsd }) => streamMicroUsd))}</dd>
          <dt>filled trades</dt><dd>${microUsd(sum(({ tradeMicroUsd }) => tradeMicroUsd))}</dd>
          ${row(
            'charges given back, taken off above',
            sum(({ refundedMicroUsd }) => refundedMicroUsd),
          )}
          ${row(
            'credited by hand, no revenue',
            sum(({ adminCreditMicroUsd }) => adminCreditMicroUsd),
          )}
          ${row(
            'debited by hand, no revenue',
            sum(({ adminDebitMicroUsd }) => adminDebitMicroUsd),
          )}
          ${row(
            'debts written off',
            sum(({ writeOffMicroUsd }) => writeOffMicroUsd),
          )}
        </dl>`;
    },
  });
