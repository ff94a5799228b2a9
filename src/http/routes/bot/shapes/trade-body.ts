import { Type } from 'typebox';
import {
  findExcess,
  MAX_MARK_PRICE,
  MAX_SHARES,
  MAX_SIZE_USD,
  MIN_MARK_PRICE,
} from '../../../../bot/trade/ceilings.ts';
import type { TradeRequest } from '../../../../bot/trade/trade-request.ts';
import { type AssetRef, VENUES } from '../../../../domain/index.ts';
import { refuseParameter } from '../../../responses/errors.ts';
import { strictBody } from '../../../schemas/bodies.ts';
import * as s from '../../../schemas/schema.ts';

/** Builds the schema of an order that a caller wants placed. */
export const tradeBody = () =>
  strictBody({
    venue: s.choice('Venue of the order.', VENUES),
    asset: s.text('Asset id or store key.', 'hl-BTC', { minLength: 1, maxLength: 256 }),
    side: Type.Optional(
      s.choice('Side of the order; for binaries, of Yes. Omit it with close.', ['buy', 'sell']),
    ),
    sizeUsd: Type.Optional(
      Type.Number({
        description:
          'Maximum amount of the order in US dollars: a buy costs at most this at the limit price, a sell brings in at most this at markPrice.',
        exclusiveMinimum: 0,
        maximum: MAX_SIZE_USD,
        examples: [12],
      }),
    ),
    sizeShares: Type.Optional(
      Type.Number({
        description: 'Size in shares of a binary or coins of a perpetual; alternative to sizeUsd.',
        exclusiveMinimum: 0,
        maximum: MAX_SHARES,
        examples: [25],
      }),
    ),
    close: Type.Optional(
      Type.Literal(true, {
        description:
          "Closes the bot's whole position in the asset, and never opens one on the other side; alternative to side and size.",
      }),
    ),
    markPrice: Type.Number({
      description: 'Reference price of the order; below 1 for binaries.',
      minimum: MIN_MARK_PRICE,
      maximum: MAX_MARK_PRICE,
      examples: [87_250.5],
    }),
    clientOrderId: Type.Optional(
      s.text("Caller's id of the order, which makes it idempotent; generated when absent.", 'my-order-1', {
        pattern: '^[A-Za-z0-9_.:-]{1,64}$',
      }),
    ),
  });

export type Terms = Pick<TradeRequest, 'side' | 'sizeUsd' | 'sizeShares'>;

/**
 * Reads side and size: an order has a side and one size, a close has neither. @throws {ApiError} 400 for any other
 * combination.
 */
export function readTerms({
  side,
  sizeUsd,
  sizeShares,
  close,
}: {
  readonly side?: 'buy' | 'sell';
  readonly sizeUsd?: number;
  readonly sizeShares?: number;
  readonly close?: true;
}): Terms {
  if (close === true) {
    const [excess] = Object.entries({ side, sizeUsd, sizeShares }).filter(([, value]) => value !== undefined);
    if (excess !== undefined) throw refuseParameter(excess[0], `${excess[0]} cannot be combined with close`);
    return { side: null, sizeUsd: null, sizeShares: null };
  }
  if (side === undefined)
    throw refuseParameter('side', 'side is required: buy or sell; or use close instead');
  if (sizeUsd !== undefined && sizeShares !== undefined) {
    throw refuseParameter('sizeShares', 'sizeShares cannot be combined with sizeUsd');
  }
  if (sizeUsd !== undefined) return { side, sizeUsd, sizeShares: null };
  if (sizeShares !== undefined) return { side, sizeUsd: null, sizeShares };
  throw refuseParameter('sizeUsd', 'a size is required: sizeUsd, sizeShares or close');
}

/**
 * Checks size and price of an order against the maximum values. A close (`side` null) is limited by its position
 * instead.
 *
 * @throws {ApiError} 400 when one is exceeded.
 */
export function requireWithinCeilings({ kind }: AssetRef, terms: Terms, markPrice: number): void {
  const { side, sizeUsd, sizeShares = null } = terms;
  const excess = side === null ? null : findExcess(kind, { side, sizeUsd, sizeShares, markPrice });
  if (excess !== null) throw refuseParameter(excess.member, `${excess.member} ${excess.problem}`);
}
