import type { DailyMoney } from '../../../billing/figures/daily-money.ts';
import { dayField, daysParam } from '../../parameters/daily.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';

/** GET /api/admin/revenue: what the ledger earned, by day. */
export const registerRevenue: Registration<{ readonly dailyMoney: DailyMoney }> = (app, { dailyMoney }) => {
  app.get(
    '/api/admin/revenue',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getRevenue',
        summary: 'Revenue by UTC day',
        description:
          'Computed from the ledger: what streams and trades were charged, and apart from it what was given back and what the operator corrected by hand. Deposits are no revenue. All days together are the balances of `revenue:stream` and `revenue:trade_fee` of `/api/account/accounts`.',
        tags: ['admin'],
        querystring: s.queryParams({ days: daysParam() }),
        response: {
          200: s.object('Revenue by day.', {
            ok: s.okTrue(),
            totalMicroUsd: microUsdField('Revenue of these days together.', 1_250_000),
            daily: s.array('Days, oldest first. The current day is not over.', daySchema()),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query }) => {
      const daily = await dailyMoney.readRevenue(query.days);
      return {
        ok: true as const,
        totalMicroUsd: daily.reduce((total, { microUsd }) => total + microUsd, 0),
        daily,
      };
    },
  );
};

const daySchema = () =>
  s.object('One day.', {
    day: dayField(),
    microUsd: microUsdField('Revenue: charges less refunds of charges.', 1_250_000),
    chargedMicroUsd: microUsdField('Charges.', 1_260_000),
    refundedMicroUsd: microUsdField(
      'Charges that were given back: streams that could not start, fills that failed.',
      10_000,
    ),
    streamMicroUsd: microUsdField('Part of the revenue from live streams.', 250_000),
    tradeMicroUsd: microUsdField('Part of the revenue from filled trades.', 1_000_000),
    adminCreditMicroUsd: microUsdField('Credits by the operator; no revenue.', 25_000_000),
    adminDebitMicroUsd: microUsdField('Debits by the operator; no revenue.', 0),
    writeOffMicroUsd: microUsdField('Debts that were written off, less what came back of them.', 0),
  });
