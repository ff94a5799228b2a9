import { Type } from 'typebox';
import { NULL_REASONS, type WhyNull } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** Builds the schema of the reasons of null members, by path. */
export const whyNullField = (coverage = 'every null member has one') =>
  s.named(
    'WhyNull',
    Type.Unsafe<WhyNull>({
      type: 'object',
      description: `Reasons for null members, by path; ${coverage}. docs/errors.md explains them.`,
      additionalProperties: s.choice('Reason why the member is null.', NULL_REASONS),
      examples: [{ 'risk.sharpe': 'too_few_bars' }],
    }),
  );

/** Builds the schema of the reasons of null members, for responses that contain them only on request. */
export const explainedNulls = () =>
  Type.Optional(whyNullField('present with `explain=true`, where a reason is known'));

export const explainParam = () =>
  s.sharedParam(
    'Explain',
    s.bool('Adds `whyNull`, the reasons for null members.', false, { default: false }),
  );
