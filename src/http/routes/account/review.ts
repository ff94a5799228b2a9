import { type Static, Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { listReviewCalls } from '../../../billing/review/review-calls.ts';
import {
  type KnownFacts,
  REVIEW_KINDS,
  type ReviewItem,
  type ReviewKind,
} from '../../../billing/review/review-item.ts';
import type { ReviewSummaries, ReviewSummary } from '../../../billing/review/review-page.ts';
import { MAX_OPERATION_MICRO_USD, type MicroUsd, microUsd } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const MAX_MICRO_USD = Number(MAX_OPERATION_MICRO_USD);

/** GET and POST /api/account/review: the items that need a decision, and the decisions about them. */
export const registerReview: Registration<AccountRouteOptions> = (app, { review, operator, ledger }) => {
  app.get(
    '/api/account/review',
    {
      config,
      schema: {
        operationId: 'listReview',
        summary: 'Everything that waits for a person, oldest first',
        description:
          'Matters that the service cannot decide by itself, with the calls that end each. `counts` lists every kind.',
        tags: ['admin'],
        querystring: s.queryParams({
          kind: Type.Optional(s.choice('Only items of this kind.', REVIEW_KINDS)),
          owner: Type.Optional(
            s.sharedParam(
              'OnlyOwner',
              s.text('Only this owner.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
            ),
          ),
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', 'WyJyZXZpZXciLDAsIiJd', { maxLength: 128 }),
          ),
        }),
        response: {
          200: s.object('Page of items.', {
            ok: s.okTrue(),
            counts: countsSchema(),
            items: s.array('Oldest first.', itemSchema()),
            ...pageEndFields('WyJyZXZpZXciLDAsIiJd'),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query }) => {
      const [page, summaries] = await Promise.all([review.list(query), review.summarize()]);
      if (page === null) throw createCursorError();
      return {
        ok: true as const,
        counts: toCounts(summaries),
        items: page.items.map(toBody),
        ...toPageEnd(page.nextCursor, { count: page.items.length, cursor: query.cursor }),
      };
    },
  );

  app.post(
    '/api/account/review',
    {
      config,
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
            item: itemSchema(),
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
  return { ok: true as const, applied, ...nobody, item: toBody(item) };
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

function toCounts(summaries: ReviewSummaries) {
  const counts = Object.fromEntries(
    REVIEW_KINDS.map((kind) => {
      const { count, microUsd, oldestMs } = summaries[kind];
      return [kind, { count, microUsd, oldestMs }];
    }),
  );
  return counts as Record<ReviewKind, Omit<ReviewSummary, 'waitedADay'>>;
}

function toBody(item: ReviewItem) {
  const { id, kind, since, owner, currency, amount, microUsd, known, endedAt, endedAs, reason } = item;
  return {
    id,
    kind,
    since,
    owner,
    currency,
    amount,
    microUsd,
    known,
    calls: endedAt === null ? listReviewCalls(item) : [],
    endedAt,
    endedAs,
    reason,
  };
}

/** Builds the schema of one value per kind. The document describes its shape once. */
const countsSchema = () =>
  Type.Unsafe<Record<ReviewKind, Static<ReturnType<typeof countSchema>>>>({
    type: 'object',
    description: 'Open items by kind; every kind is listed.',
    additionalProperties: countSchema(),
  });

const countSchema = () =>
  s.named(
    'ReviewCount',
    s.object('Open items of one kind.', {
      count: s.int('Number of items.', 1),
      microUsd: s.nullable(microUsdField('Sum of the known amounts.'), 'no amount is known'),
      oldestMs: s.nullable(s.epochMsField('When the oldest item began to wait.'), 'no item waits'),
    }),
  );

const itemSchema = () =>
  s.named(
    'ReviewItem',
    s.object('One matter that waits for a person.', {
      id: s.text('Id of the item.', 'rev_8e1f0a5b2c3d4e5f60718293'),
      kind: s.choice('Kind of the matter.', REVIEW_KINDS),
      since: s.epochMsField('When the item began to wait.'),
      owner: s.nullable(s.text('Owner whom the matter concerns.', 'owner_1'), 'the owner is not known'),
      currency: s.nullable(s.text('Currency of the amount, as it came.', 'EUR'), 'there is no amount'),
      amount: s.nullable(s.text('Amount in the currency, as it came.', '93.00'), 'there is no amount'),
      microUsd: s.nullable(
        microUsdField('Value of the amount.'),
        'the value in US dollars is not known or there is no amount',
      ),
      known: Type.Unsafe<KnownFacts>({
        type: 'object',
        description:
          'Facts about the matter, by name: ids at the provider, the deposit, positions on a chain. Values are text, numbers or null.',
        additionalProperties: true,
        examples: [{ payment: 'pi_1', deposit: 'dep_8e1f0a5b2c3d4e5f60718293' }],
      }),
      calls: s.array(
        'Calls that end the item; none when it has ended.',
        s.object('One call, with placeholders in angle brackets for what the caller has to name.', {
          call: s.text(
            'Call of the API.',
            'POST /api/account/review {"id":"rev_8e1f0a5b2c3d4e5f60718293","action":"apply"}',
          ),
          command: s.text('The same as a command.', 'crosstape review apply rev_8e1f0a5b2c3d4e5f60718293'),
        }),
      ),
      endedAt: s.nullable(s.epochMsField('When the item ended.'), 'it waits'),
      endedAs: s.nullable(
        s.choice('How the item ended; `resolved`: its reason is gone.', ['applied', 'dismissed', 'resolved']),
        'it waits',
      ),
      reason: s.nullable(s.text('Reason of a dismissal.', 'refunded by bank transfer'), 'there is none'),
    }),
  );
