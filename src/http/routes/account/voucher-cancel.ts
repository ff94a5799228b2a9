import { type Static, Type } from 'typebox';
import type { VoucherSelection } from '../../../billing/vouchers/voucher.ts';
import { MAX_EPOCH_MS } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** DELETE /api/account/vouchers: cancels vouchers. */
export const registerVoucherCancel: Registration<AccountRouteOptions> = (app, { operator }) => {
  app.delete(
    '/api/account/vouchers',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
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
