import Big from 'big.js';
import type { OpenPosition } from '../../../../bot/holdings/open-positions.ts';
import { type MarketNames, saturateMicroUsd, toUsd, UNKNOWN_MARKET } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';
import { marketNameFields } from '../../../shapes/side-fields.ts';

/** Maximum number of positions in a response, those with the highest cost first. */
const MAX_SHOWN = 200;

const toUsdOrNull = (amount: number | null) => (amount === null ? null : toUsd(saturateMicroUsd(amount)));

/** Converts positions to the form that their owner sees: the recorded size, the value, and the size in the account. */
export function toOpenPositions(positions: readonly OpenPosition[], names: ReadonlyMap<string, MarketNames>) {
  const largest = positions.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd).slice(0, MAX_SHOWN);
  return largest.map(
    ({ venue, asset, size, costMicroUsd, exitPrice, unrealizedMicroUsd, holding, ...rest }) => ({
      venue,
      asset,
      ...(names.get(asset) ?? UNKNOWN_MARKET),
      size: Number(size),
      avgPrice:
        Number(size) === 0 ? null : new Big(costMicroUsd).div(1e6).div(new Big(size).abs()).toNumber(),
      costUsd: toUsd(saturateMicroUsd(costMicroUsd)),
      exitPrice,
      unrealizedUsd: toUsdOrNull(unrealizedMicroUsd),
      account: holding === null ? null : { size: Number(holding.size), checkedAt: holding.checkedAt },
      difference: holding === null ? null : Number(holding.difference),
      mismatch: rest.isMismatch,
      dust: rest.isDust,
      redeemableUsd: toUsdOrNull(rest.redeemableMicroUsd),
    }),
  );
}

export const openPositionsList = () =>
  s.array(
    `Open positions and what the account holds beside them, at most the ${MAX_SHOWN} with the largest cost; for binaries, in terms of Yes.`,
    s.named(
      'OpenPosition',
      s.object('One market of the bot.', {
        venue: s.venueField('Venue of the position.'),
        asset: s.assetIdField(),
        ...marketNameFields(),
        size: s.num("Size in coins or shares by the bot's record; negative for a short position.", 0.00015),
        avgPrice: s.nullable(
          s.num('Average entry price: USD, or probability of Yes.', 80_000),
          'nothing is recorded',
        ),
        costUsd: s.num('Amount paid for the position, or received for a short one, in US dollars.', 12),
        exitPrice: s.nullable(
          s.num('Price at which it could be closed now.', 80_500),
          'the market gives no price now',
        ),
        unrealizedUsd: s.nullable(
          s.num('Gain if it were closed at exitPrice, without fees.', 0.08),
          'the market gives no price now',
        ),
        account: s.nullable(
          s.object("What the owner's account holds.", {
            size: s.num('Size in coins or shares; of binaries, Yes less No.', 0.00015),
            checkedAt: s.epochMsField('When it was read.'),
          }),
          'it was not read',
        ),
        difference: s.nullable(
          s.num("The account's size less the records of all the owner's bots.", 0),
          'the account was not read',
        ),
        mismatch: s.bool('Whether the difference has lasted for two readings: openings are rejected.', false),
        dust: s.bool('Whether it is less than a lot of the market: no order can close it.', false),
        redeemableUsd: s.nullable(
          s.num('Payout of shares that wait to be redeemed at the venue, in US dollars.', 12.5),
          'nothing waits',
        ),
      }),
    ),
  );
