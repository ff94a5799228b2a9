import { type Static, Type } from 'typebox';
import { MAX_VOUCHERS_AT_ONCE, type VoucherSelection } from '../../../billing/vouchers/voucher.ts';
import { type EpochMs, MAX_EPOCH_MS } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { amountMembers, requireAmount } from '../../parameters/amounts.ts';
import { expiresAtMember, labelMember, listLimit, requireFuture } from '../../parameters/key-members.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

const CONFIG = { access: 'admin', cacheSeconds: 0, probe: false } as const;

/** POST /api/account/vouchers: issues vouchers. */
export const registerVoucherIssue: Registration<AccountRouteOptions> = (app, { operator, clock }) => {
  app.post(
    '/api/account/vouchers',
    {
      config: CONFIG,
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

/** DELETE /api/account/vouchers: cancels vouchers. */
export const registerVoucherCancel: Registration<AccountRouteOptions> = (app, { operator }) => {
  app.delete(
    '/api/account/vouchers',
    {
      config: CONFIG,
      schema: {
        operationId: 'cancelVouchers',
        summary: 'Cancels vouchers that were not redeemed',
        description:
          'A cancelled code is 404 `invalid_code`. Give exactly one of `hash`, `label`, and `issuedFromMs` with `issuedToMs`. Vouchers that were redeemed before stay as they are, and are counted.',
        tags: ['admin'],
        body: cancelBody(),
        response: {
          200: s.object('Result of the cancellation.', {
            ok: s.okTrue(),
            cancelled: s.int('Vouchers that this call cancelled.', 10),
            microUsd: microUsdField('Sum of the vouchers that this call cancelled.'),
            redeemedAlready: s.int('Vouchers of the selection that were redeemed before.', 1),
            applied: s.bool('Whether this call cancelled any.', true),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'invalid_code',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const selection = toSelection(request.body);
      const by = describeAction(request, 'vouchers.cancel', describeSelection(selection));
      const outcome = await requireStore(() => operator.cancelVouchers(selection, by));
      if (outcome.status === 'invalid_code') {
        throw new ApiError('invalid_code', 'no voucher has this hash');
      }
      const { cancelled, microUsd, redeemedAlready } = outcome;
      return { ok: true as const, cancelled, microUsd, redeemedAlready, applied: cancelled > 0 };
    },
  );
};

/** GET /api/account/vouchers: lists the issued vouchers. */
export const registerVoucherList: Registration<AccountRouteOptions> = (app, { vouchers }) => {
  app.get(
    '/api/account/vouchers',
    {
      config: CONFIG,
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

const cancelBody = () =>
  strictBody({
    hash: Type.Optional(
      s.text(
        'SHA-256 of one code in hex.',
        '029080dec70b564529087ac8e10772f9fddba29d32066cac50ad63d82bd59a3e',
        {
          pattern: '^[0-9a-f]{64}$',
        },
      ),
    ),
    label: Type.Optional(s.text('Label of the vouchers.', 'conference', { minLength: 1, maxLength: 100 })),
    issuedFromMs: Type.Optional(issuedMember('First')),
    issuedToMs: Type.Optional(issuedMember('Last')),
  });

const issuedMember = (which: string) =>
  s.int(`${which} time of issue, inclusive. Epoch milliseconds.`, 1_763_700_000_000, {
    minimum: 0,
    maximum: MAX_EPOCH_MS,
  });

/** Reads the selection of vouchers from a body. @throws {ApiError} 400 unless exactly one selection is given. */
function toSelection(body: Static<ReturnType<typeof cancelBody>>): VoucherSelection {
  const { hash, label, issuedFromMs: fromMs, issuedToMs: toMs } = body;
  if ((fromMs === undefined) !== (toMs === undefined)) {
    throw refuseParameter('issuedFromMs', 'issuedFromMs and issuedToMs must be given together');
  }
  const named: VoucherSelection[] = [];
  if (hash !== undefined) named.push({ kind: 'hash', hash });
  if (label !== undefined) named.push({ kind: 'label', label });
  if (fromMs !== undefined && toMs !== undefined) named.push({ kind: 'issued', fromMs, toMs });
  const [selection, second] = named;
  if (selection === undefined || second !== undefined) {
    throw refuseParameter('hash', 'give exactly one of hash, label, and issuedFromMs with issuedToMs');
  }
  if (selection.kind === 'issued' && selection.toMs < selection.fromMs) {
    throw refuseParameter('issuedToMs', 'issuedToMs must not be before issuedFromMs');
  }
  return selection;
}

function describeSelection(selection: VoucherSelection): string {
  switch (selection.kind) {
    case 'hash':
      return selection.hash;
    case 'label':
      return selection.label;
    case 'issued':
      return `issued ${selection.fromMs} to ${selection.toMs}`;
  }
}
