import { Type } from 'typebox';
import { MAX_VOUCHERS_AT_ONCE } from '../../../billing/vouchers/vouchers.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { amountMembers, requireAmount } from '../../parameters/amounts.ts';
import { expiresAtMember, labelMember, listLimit, requireFuture } from '../../parameters/key-members.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST and GET /api/account/vouchers. */
export const registerVouchers: Registration<AccountRouteOptions> = (app, { operator, vouchers, clock }) => {
  const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;

  app.post(
    '/api/account/vouchers',
    {
      config,
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

  app.get(
    '/api/account/vouchers',
    {
      config,
      schema: {
        operationId: 'listVouchers',
        summary: 'Issued vouchers, newest first',
        description: 'Returns hashes; the codes are not stored.',
        tags: ['admin'],
        querystring: s.queryParams({ limit: listLimit() }),
        response: {
          200: s.object('Vouchers.', {
            ok: s.okTrue(),
            count: s.int('Vouchers in this answer.', 1),
            vouchers: s.array(
              'Newest first.',
              s.object('One voucher.', {
                hash: s.text(
                  'SHA-256 of the code in hex.',
                  '029080dec70b564529087ac8e10772f9fddba29d32066cac50ad63d82bd59a3e',
                ),
                microUsd: microUsdField('Value of the voucher.'),
                label: s.nullable(s.text('Note by the operator.', 'conference'), 'there is no note'),
                createdAt: s.issuedAtField(),
                expiresAt: s.expiresAtField(),
                redeemedAt: s.nullable(s.epochMsField('Time of redemption.'), 'it was not redeemed'),
                redeemedBy: s.nullable(
                  s.text('Owner who redeemed the voucher.', 'owner_1'),
                  'it was not redeemed',
                ),
              }),
            ),
            truncated: s.bool('Whether older vouchers exist beyond the limit.', false),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { limit } }) => {
      const { vouchers: found, truncated } = await vouchers.list(limit);
      return { ok: true as const, count: found.length, vouchers: found, truncated };
    },
  );
};
