import { listLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** GET /api/account/vouchers: lists the issued vouchers. */
export const registerVoucherList: Registration<AccountRouteOptions> = (app, { vouchers }) => {
  app.get(
    '/api/account/vouchers',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
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
                cancelledAt: s.nullable(s.epochMsField('Time of cancellation.'), 'it was not cancelled'),
                redeemedBy: s.nullable(
                  s.text('Owner who redeemed the voucher.', 'owner_1'),
                  'it was not redeemed',
                ),
              }),
            ),
            ...listEndFields(),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { limit } }) => {
      const { vouchers: found, truncated } = await vouchers.list(limit);
      return {
        ok: true as const,
        count: found.length,
        vouchers: found,
        ...toListEnd(found.length, truncated),
      };
    },
  );
};
