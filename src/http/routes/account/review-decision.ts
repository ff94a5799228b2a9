import { type Static, Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import type { ReviewItem } from '../../../billing/review/review-item.ts';
import { MAX_OPERATION_MICRO_USD, type MicroUsd, microUsd } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { reviewItemSchema, toReviewBody } from './shapes/review-item.ts';

const MAX_MICRO_USD = Number(MAX_OPERATION_MICRO_USD);

/** POST /api/account/review: applies or dismisses an item of the review. */
export const registerReviewDecision: Registration<AccountRouteOptions> = (app, { operator, ledger }) => {
  app.post(
    '/api/account/review',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'decideReview',
        summary: 'Applies or dismisses an item of the review',
        description:
          '`apply` does what the item proposes, `dismiss` ends it without any movement of money. An item that ended before stays as it is (`applied: false`).',
        tags: ['admin'],
        body: decisionBody(),
        response: {
          200: s.object('Item after the call.', {
            ok: s.okTrue(),
            applied: s.bool('Whether this call ended the item; false when it had ended before.', true),
            owner: s.nullable(
              s.text('Owner whose balance the decision concerned.', 'owner_1'),
              'no balance was concerned',
            ),
            movedMicroUsd: microUsdField('Change of the balance of the owner by this call.', -25_000_000),
            balanceMicroUsd: s.nullable(
              microUsdField('Balance of the owner after the call.'),
              'no balance was concerned',
            ),
            owedMicroUsd: s.nullable(
              microUsdField('Debt of the owner after the call.', 0),
              'no balance was concerned',
            ),
            item: reviewItemSchema(),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'review_item_not_found',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const decision = readDecision(request.body);
      const { id } = decision;
      if (decision.action === 'dismiss') {
        const { reason } = decision;
        const by = describeAction(request, 'review.dismiss', id, reason);
        const outcome = await requireStore(() => operator.dismissItem(id, reason, by));
        if (outcome.status === 'unknown_item') throw refuseUnknown();
        return answerEnd(outcome.status === 'dismissed', outcome.item);
      }
      const { owner, amount } = decision;
      const by = describeAction(request, 'review.apply', id, `${amount ?? '-'} ${owner ?? '-'}`);
      const outcome = await requireStore(() => operator.applyItem({ id, owner, amount }, by));
      switch (outcome.status) {
        case 'unknown_item':
          throw refuseUnknown();
        case 'not_applicable':
          throw refuseParameter('action', `an item of kind ${outcome.item.kind} can only be dismissed`);
        case 'refused':
          throw refuseParameter(outcome.member, outcome.message);
        case 'ended':
          return answerEnd(false, outcome.item);
        case 'applied':
          return {
            ...answerEnd(true, outcome.item),
            ...(await readMoney(outcome.owner)),
            movedMicroUsd: outcome.moved,
          };
      }
    },
  );

  async function readMoney(owner: string) {
    const [balance, owed] = await Promise.all([ledger.readBalance(owner), ledger.readOwed(owner)]);
    return { owner, balanceMicroUsd: balance.microUsd, owedMicroUsd: owed };
  }
};

function answerEnd(applied: boolean, item: ReviewItem) {
  const nobody = { owner: null, movedMicroUsd: 0, balanceMicroUsd: null, owedMicroUsd: null };
  return { ok: true as const, applied, ...nobody, item: toReviewBody(item) };
}

function refuseUnknown(): ApiError {
  return new ApiError('review_item_not_found', 'no item of the review has this id');
}

const decisionBody = () =>
  strictBody({
    id: s.text('Id of the item.', 'rev_8e1f0a5b2c3d4e5f60718293', { minLength: 1, maxLength: 64 }),
    action: s.choice('Decision about the item.', ['apply', 'dismiss']),
    owner: Type.Optional(
      s.text('Owner whom `apply` concerns. Default: the owner of the item.', 'owner_1', {
        pattern: OWNER_PATTERN,
        maxLength: 128,
      }),
    ),
    microUsd: Type.Optional(microUsdAmount('Amount that `apply` moves. Default: the amount of the item.')),
    reason: Type.Optional(
      s.text('Reason of a `dismiss`.', 'refunded by bank transfer', {
        minLength: 1,
        maxLength: 500,
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
      }),
    ),
  });

const microUsdAmount = (description: string) =>
  s.int(`${description} Micro-USD.`, 25_000_000, { minimum: 0, maximum: MAX_MICRO_USD });

type Decision =
  | {
      readonly action: 'apply';
      readonly id: string;
      readonly owner: string | null;
      readonly amount: MicroUsd | null;
    }
  | { readonly action: 'dismiss'; readonly id: string; readonly reason: string };

/** Reads a decision. @throws {ApiError} 400 when the action needs a missing member, or does not use a given one. */
function readDecision({
  id,
  action,
  owner,
  microUsd: amount,
  reason,
}: Static<ReturnType<typeof decisionBody>>): Decision {
  if (action === 'apply') {
    if (reason !== undefined) throw refuseParameter('reason', 'reason is allowed with dismiss alone');
    return { action, id, owner: owner ?? null, amount: amount === undefined ? null : microUsd(amount) };
  }
  if (owner !== undefined) throw refuseParameter('owner', 'owner is allowed with apply alone');
  if (amount !== undefined) throw refuseParameter('microUsd', 'microUsd is allowed with apply alone');
  if (reason === undefined || reason.trim() === '') {
    throw refuseParameter('reason', 'dismiss needs a reason, which is kept with the item');
  }
  return { action, id, reason };
}
