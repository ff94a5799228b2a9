import { type Static, Type } from 'typebox';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { REVIEW_KINDS, type ReviewKind } from '../../../billing/review/review-item.ts';
import type { ReviewSummaries, ReviewSummary } from '../../../billing/review/review-page.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { reviewItemSchema, toReviewBody } from './shapes/review-item.ts';

/** GET /api/account/review: the items that need a decision. */
export const registerReviewList: Registration<AccountRouteOptions> = (app, { review }) => {
  app.get(
    '/api/account/review',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
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
            items: s.array('Oldest first.', reviewItemSchema()),
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
        items: page.items.map(toReviewBody),
        ...toPageEnd(page.nextCursor, { count: page.items.length, cursor: query.cursor }),
      };
    },
  );
};

function toCounts(summaries: ReviewSummaries) {
  const counts = Object.fromEntries(
    REVIEW_KINDS.map((kind) => {
      const { count, microUsd, oldestMs } = summaries[kind];
      return [kind, { count, microUsd, oldestMs }];
    }),
  );
  return counts as Record<ReviewKind, Omit<ReviewSummary, 'waitedADay'>>;
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
