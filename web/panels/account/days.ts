import type { GetBalanceAnswer, GetUsageAnswer } from '../../../client/src/index.ts';
import { count, microUsd } from '../../format/number.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { chosenDays, dayBars, dayChoices } from '../day-bars.ts';
import { panel } from '../panel.ts';
import { type Content, html } from '../view.ts';

const asked = { everyMs: MINUTE_MS, credential: 'key' } as const;
const NOT_COUNTED = 'not counted by day yet';

/** Requests of the key by day. */
export const usageDaysPanel = (): Content =>
  panel<GetUsageAnswer>({
    title: 'Requests by day',
    unit: 'UTC days',
    guide: 'accounts#the-customers-path',
    call: () => call<GetUsageAnswer>(`/api/account/usage?days=${chosenDays()}`, asked),
    tools: () => dayChoices('requests'),
    list: ({ daily }) => daily ?? [],
    empty: ({ daily }) =>
      daily?.some(({ requests }) => requests !== null) === true
        ? null
        : 'Requests are counted by day from the first one on, and none was made yet.',
    body: ({ daily }) => {
      const days = (daily ?? []).map(({ day, requests }) => ({ day, value: requests }));
      const known = days.flatMap(({ value }) => (value === null ? [] : [value]));
      const total = known.reduce((sum, value) => sum + value, 0);
      return html`<p><b>${count(total)}</b> <span class="muted">in ${count(known.length)} ${known.length === 1 ? 'day' : 'days'}${known.length < days.length ? `; ${NOT_COUNTED} before` : ''}</span></p>
        ${dayBars(days, {
          name: 'requests',
          format: count,
          describe: ({ value }) => (value === null ? NOT_COUNTED : `${count(value)} requests`),
        })}`;
    },
  });

/** Balance of the owner at the end of each day. */
export const balanceDaysPanel = (): Content =>
  panel<GetBalanceAnswer>({
    title: 'Balance by day',
    unit: 'USD at the end of UTC days',
    guide: 'billing#accounts-of-the-ledger',
    call: () => call<GetBalanceAnswer>(`/api/account/balance?limit=1&days=${chosenDays()}`, asked),
    tools: () => dayChoices('the balance'),
    list: ({ daily }) => daily ?? [],
    body: ({ daily, balance }) => {
      const days = (daily ?? []).map(({ day, microUsd: value }) => ({ day, value }));
      const change = balance.microUsd - (days[0]?.value ?? 0);
      return html`<p><b title="${balance.microUsd} micro-USD">${microUsd(balance.microUsd)}</b> <span class="muted">now, ${change < 0 ? '▼ −' : change > 0 ? '▲ +' : ''}${microUsd(Math.abs(change))} since the end of the first day</span></p>
        ${dayBars(days, {
          name: 'balance',
          format: microUsd,
          describe: ({ value }) => `${microUsd(value ?? 0)} USD`,
        })}`;
    },
  });
