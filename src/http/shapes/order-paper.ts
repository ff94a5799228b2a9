import Big from 'big.js';
import type { BotOrder } from '../../bot/orders/order.ts';
import { microUsd, toUsd } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** Builds the paper fill of a live order, with the difference to the venue's fill. */
export function toPaperBody(
  { paper, side }: Pick<BotOrder, 'paper' | 'side'>,
  { paid, filledSize }: { paid: Big; filledSize: Big },
) {
  if (paper === null) return null;
  const size = new Big(paper.filledSize);
  const price = size.eq(0) ? null : new Big(paper.worthUsd).div(size);
  const isCompared = price !== null && filledSize.gt(0);
  const onPaper = isCompared ? price.times(filledSize) : null;
  const better = onPaper === null ? null : side === 'sell' ? paid.minus(onPaper) : onPaper.minus(paid);
  return {
    filledSize: size.toNumber(),
    avgPrice: price === null ? null : price.round(12).toNumber(),
    feeUsd: paper.feeMicroUsd === null ? null : toUsd(microUsd(paper.feeMicroUsd)),
    differenceUsd: better === null ? null : better.round(6).toNumber(),
  };
}

export const paperSchema = () =>
  s.named(
    'BotOrderPaper',
    s.object('Fill on paper of a live order: what the book held when it was sent.', {
      filledSize: s.num('Quantity, in coins or shares, before fees in shares.', 0.00013),
      avgPrice: s.nullable(s.num('Average price.', 87_240), 'nothing was filled on paper'),
      feeUsd: s.nullable(s.num('Published venue fee.', 0.005), 'none is published'),
      differenceUsd: s.nullable(
        s.num(
          'Gain over the paper price for the filled quantity, without fees; below 0: the venue was worse.',
          -0.001,
        ),
        'one of both filled nothing',
      ),
    }),
  );
