import { Type } from 'typebox';
import { NULL_REASONS, type WhyNull } from '../../domain/index.ts';
import * as s from './schema.ts';

/** Reasons of null members, by their path. */
export const whyNullField = (coverage = 'every null has its reason') =>
  s.named(
    'WhyNull',
    Type.Unsafe<WhyNull>({
      type: 'object',
      description: `Why members are null, by their path; ${coverage}. docs/errors.md explains them.`,
      additionalProperties: s.choice('Reason.', NULL_REASONS),
      examples: [{ 'risk.sharpe': 'too_few_bars' }],
    }),
  );

/** The same where a caller has to ask for it. */
export const explainedNulls = () =>
  Type.Optional(whyNullField('with `explain=true`, where a reason is known'));

export const explainParam = () =>
  s.sharedParam('Explain', s.bool('Adds `whyNull`: why members are null.', false, { default: false }));
