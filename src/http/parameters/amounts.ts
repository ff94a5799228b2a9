import { Type } from 'typebox';
import { isOperationAmount, MAX_OPERATION_MICRO_USD, type MicroUsd, toMicroUsd } from '../../domain/index.ts';
import { type ApiError, refuseParameter } from '../responses/errors.ts';

/** Builds the schema members for an amount in a body: either `usd` or `microUsd`. */
export const amountMembers = () => ({
  usd: Type.Optional(
    Type.Number({
      description: 'Amount in US dollars with at most six decimals; alternative to microUsd.',
      examples: [25],
    }),
  ),
  microUsd: Type.Optional(
    Type.Number({
      description: 'Amount in micro-USD, a whole number; alternative to usd.',
      examples: [25_000_000],
    }),
  ),
});

/**
 * Returns the amount of a body in micro-USD. @throws {ApiError} 400 when both or none are given, or the amount is not
 * between 1 micro-USD and a billion USD.
 */
export function requireAmount({ usd, microUsd }: { usd?: number; microUsd?: number }): MicroUsd {
  if ((usd === undefined) === (microUsd === undefined)) {
    throw refuseParameter('usd', 'give either usd or microUsd');
  }
  const amount = usd === undefined ? microUsd : toMicroUsd(usd);
  if (isOperationAmount(amount)) return amount;
  const name = usd === undefined ? 'microUsd' : 'usd';
  throw refuseParameter(
    name,
    usd === undefined
      ? `microUsd must be a whole number from 1 to ${MAX_OPERATION_MICRO_USD}`
      : 'usd must be above 0, at most 1000000000, with at most six decimals',
  );
}

/** Creates the error of a valid request whose amount the ledger cannot count. */
export const refuseCeiling = (): ApiError =>
  refuseParameter('amount', 'the amount is too large: the sum of all balances could not be counted exactly');
