import * as s from './schema.ts';

export const microUsdField = (description: string, example = 25_000_000) =>
  s.int(`${description} Micro-USD.`, example);

export const owedField = () =>
  microUsdField('What the owner owes after refunds and disputes took more than there was; 0: nothing.', 0);
