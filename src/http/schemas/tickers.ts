import { Type } from 'typebox';
import { MARKET_STATUSES } from '../../domain/index.ts';
import { NULL_WHEN } from './null-when.ts';
import { assetIdField, bool, choice, int, named, nullable, num, object, text } from './schema.ts';

export const perpTicker = () =>
  named(
    'PerpTicker',
    object('The newest state of a perpetual.', {
      asset: assetIdField(),
      coin: text("The venue's name of the asset.", 'BTC'),
      markPx: num('Mark price in USD.', 87_250.5),
      midPx: nullable(num('Mid of the book in USD.', 87_251), NULL_WHEN.notPublished),
      oraclePx: num('Oracle price in USD.', 87_240),
      prevDayPx: num('Price 24 hours ago in USD.', 86_000),
      changePct: nullable(num('24 h change in percent: 5 is 5 %.', 1.45), 'prevDayPx is 0'),
      fundingHourly: nullable(
        num('Funding of the running hour as a fraction of notional; positive: longs pay.', 0.0000125),
        NULL_WHEN.notPublished,
      ),
      openInterest: nullable(num('Open interest in base units.', 28_400.2), NULL_WHEN.notPublished),
      openInterestUsd: nullable(num('Open interest in USD.', 2_477_900_000), NULL_WHEN.notPublished),
      volume24hUsd: nullable(num('Traded in 24 hours, USD.', 1_930_000_000), NULL_WHEN.notPublished),
      impactBid: nullable(
        num("Price at which the venue's impact notional would be sold, USD.", 87_249),
        NULL_WHEN.notPublished,
      ),
      impactAsk: nullable(
        num("Price at which the venue's impact notional would be bought, USD.", 87_252),
        NULL_WHEN.notPublished,
      ),
      maxLeverage: nullable(num('Highest leverage that the venue allows.', 40), NULL_WHEN.notPublished),
      szDecimals: int('Decimals of sizes.', 5),
    }),
  );

export const binaryTicker = () =>
  named(
    'BinaryTicker',
    object('The newest state of a binary market. Prices are probabilities of the Yes outcome.', {
      asset: assetIdField('kalshi-kxhighny-26jul19-t80'),
      venueId: text("The venue's own id of the market.", 'KXHIGHNY-26JUL19-T80'),
      title: text('The question.', 'Will the high temperature in New York be above 80?'),
      eventTitle: nullable(
        text('The event that groups related markets.', 'Highest temperature in New York'),
        'none is known',
      ),
      eventKey: nullable(text("The venue's id of that event.", 'KXHIGHNY-26JUL19'), 'the venue states none'),
      category: nullable(text("The venue's category.", 'Climate'), 'none is known'),
      outcomes: Type.Unsafe<readonly [string, string]>({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
        description: 'Labels of the Yes and the No outcome.',
        examples: [['Yes', 'No']],
      }),
      yesPrice: nullable(num('The recorded price of Yes.', 0.42), NULL_WHEN.noPrice),
      noPrice: nullable(num('Price of No.', 0.58), NULL_WHEN.noPrice),
      yesBid: nullable(num('Best bid for Yes.', 0.41), NULL_WHEN.noTouch),
      yesAsk: nullable(num('Best ask for Yes.', 0.43), NULL_WHEN.noTouch),
      noBid: nullable(num('Best bid for No.', 0.57), NULL_WHEN.noTouch),
      noAsk: nullable(num('Best ask for No.', 0.59), NULL_WHEN.noTouch),
      lastPrice: nullable(
        num('Price of the last trade in Yes terms.', 0.42),
        'there was no trade, or the venue publishes none',
      ),
      volume24hUsd: nullable(num('Traded in 24 hours, USD.', 51_200), 'no figure in USD is known'),
      volume24hContracts: Type.Optional(
        nullable(
          num('Traded in 24 hours, contracts; of venues that count contracts.', 120_400),
          NULL_WHEN.notPublished,
        ),
      ),
      volumeTotalUsd: nullable(num('Traded since the market opened, USD.', 904_000), NULL_WHEN.notPublished),
      liquidityUsd: nullable(
        num("The venue's figure of resting liquidity, USD.", 18_300),
        NULL_WHEN.notPublished,
      ),
      openInterestUsd: nullable(num('Open interest, USD.', 77_000), NULL_WHEN.notPublished),
      closeTime: nullable(
        int('End of trading. Epoch milliseconds.', 1_763_800_000_000),
        'the venue states none',
      ),
      endDate: nullable(
        int('When the question is due to be decided. Epoch milliseconds.', 1_763_800_000_000),
        'the venue states none',
      ),
      status: choice('Where the market stands in its life.', MARKET_STATUSES),
      venueNativeUrl: text(
        "The market's page on the venue's web site.",
        'https://kalshi.com/markets/kxhighny',
      ),
      exclusive: nullable(
        bool('The venue says that at most one outcome of the event can win.', true),
        NULL_WHEN.notSaid,
      ),
      exhaustive: nullable(
        bool('The tracked outcomes are all outcomes of the event.', false),
        'it is not known',
      ),
    }),
  );
