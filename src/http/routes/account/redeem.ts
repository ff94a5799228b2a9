import { limitAttempt } from '../../access/attempts.ts';
import { toNetwork } from '../../access/client-network.ts';
import { requireKey } from '../../access/key-holder.ts';
import { refuseCeiling } from '../../parameters/amounts.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/redeem: redeems a voucher to the balance. */
export const registerRedeem: Registration<AccountRouteOptions> = (
  app,
  { vouchers, ledger, redeemFailures },
) => {
  app.post(
    '/api/account/redeem',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'redeemVoucher',
        summary: 'Redeems a voucher',
        description:
          'A code can be redeemed once. Letter case, spaces and dashes do not matter; I and L are read as 1, O as 0.',
        tags: ['account'],
        body: strictBody({
          code: s.text('Code of the voucher.', 'TAPE-01234-56789-ABCDE-FGHJK-MNPQG', { maxLength: 100 }),
        }),
        response: {
          200: s.object('Result of the redemption.', {
            ok: s.okTrue(),
            owner: s.text('Credited owner.', 'owner_1'),
            microUsd: microUsdField('Value of the voucher.'),
            balanceMicroUsd: microUsdField('Balance after the redemption and the repayment of debts.'),
            owedMicroUsd: owedField(),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'invalid_code',
            'code_expired',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { owner } = requireKey(request);
      const outcome = await limitAttempt(
        {
          callers: [
            { throttle: redeemFailures.byOwner, caller: owner },
            { throttle: redeemFailures.byAddress, caller: toNetwork(request.ip) },
          ],
          failures: 'wrong codes',
          hasFailed: ({ status }) => status === 'invalid_code',
        },
        () => requireStore(() => vouchers.redeem(request.body.code, owner)),
      );
      switch (outcome.status) {
        case 'redeemed':
          return {
            ok: true as const,
            owner,
            microUsd: outcome.microUsd,
            balanceMicroUsd: outcome.balance,
            owedMicroUsd: await ledger.readOwed(owner),
          };
        case 'invalid_code':
          throw new ApiError('invalid_code', 'the code is unknown or already redeemed');
        case 'expired':
          throw new ApiError('code_expired', 'the code has expired: ask whoever issued it for another');
        case 'ceiling':
          throw refuseCeiling();
      }
    },
  );
};
