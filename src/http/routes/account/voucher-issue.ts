import { Type } from 'typebox';
import { MAX_VOUCHERS_AT_ONCE } from '../../../billing/vouchers/voucher.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { amountMembers, requireAmount } from '../../parameters/amounts.ts';
import { expiresAtMember, labelMember, requireFuture } from '../../parameters/key-members.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/vouchers: issues vouchers. */
export const registerVoucherIssue: Registration<AccountRouteOptions> = (app, { operator, clock }) => {
  app.post(
    '/api/account/vouchers',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'issueVouchers',
        summary: 'Issues vouchers of one value',
        description: 'The codes appear only in this answer; the service stores their hashes.',
        tags: ['admin'],
        body: strictBody({
          ...amountMembers(),
          count: Type.Optional(
            Type.Integer({
              description: 'Number of codes.',
              minimum: 1,
              maximum: MAX_VOUCHERS_AT_ONCE,
              default: 1,
              examples: [10],
            }),
          ),
          expiresAt: expiresAtMember('a voucher'),
          label: labelMember(),
        }),
        response: {
          200: s.object('Issued vouchers.', {
            ok: s.okTrue(),
            count: s.int('Number of codes.', 1),
            microUsd: microUsdField('Value of one voucher.'),
            codes: s.array(
              'Voucher codes. Each can be redeemed once.',
              s.text('Voucher code.', 'TAPE-01234-56789-ABCDE-FGHJK-MNPQG'),
            ),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const { count = 1, expiresAt = null, label = null } = request.body;
      const microUsd = requireAmount(request.body);
      requireFuture(expiresAt, clock());
      const by = describeAction(request, 'vouchers.issue', label, `${count} of ${microUsd}`);
      const codes = await requireStore(() =>
        operator.issueVouchers({ microUsd, count, label, expiresAt: expiresAt as EpochMs | null }, by),
      );
      return { ok: true as const, count, microUsd, codes };
    },
  );
};
