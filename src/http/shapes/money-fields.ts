import * as s from '../schemas/schema.ts';

export const microUsdField = (description: string, example = 25_000_000) =>
  s.int(`${description} Micro-USD.`, example);

export const owedField = () =>
  s.named(
    'OwedMicroUsd',
    microUsdField(
      'Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.',
      0,
    ),
  );
