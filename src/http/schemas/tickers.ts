import { Type } from 'typebox';
import { MARKET_STATUSES } from '../../domain/index.ts';
import { NULL_WHEN } from './null-when.ts';
import * as s from './schema.ts';

export const perpTicker = () =>
  s.named(
    'PerpTicker',
    s.object('The newest state of a perpetual.', {
      asset: s.assetIdField(),
      coin: s.text("The venue's name of the asset.", 'BTC'),
      markPx: s.num('Mark price in USD.', 87_250.5),
      midPx: s.nullable(s.num('Mid of the book in USD.', 87_251), NULL_WHEN.notPublished),
      oraclePx: s.num('Oracle price in USD.', 87_240),
      prevDayPx: s.num('Price 24 hours ago in USD.', 86_000),
      changePct: s.nullable(s.num('24 h change in percent: 5 is 5 %.', 1.45), 'prevDayPx is 0'),
      fundingHourly: s.nullable(
        s.num('Funding of the running hour as a fraction of notional; positive: longs pay.', 0.0000125),
        NULL_WHEN.notPublished,
      ),
      openInterest: s.nullable(s.num('Open interest in base units.', 28_400.2), NULL_WHEN.notPublished),
      openInterestUsd: s.nullable(s.num('Open interest in USD.', 2_477_900_000), NULL_WHEN.notPublished),
      volume24hUsd: s.nullable(s.num('Traded in 24 hours, USD.', 1_930_000_000), NULL_WHEN.notPublished),
      impactBid: s.nullable(
        s.num("Price at which the venue's impact notional would be sold, USD.", 87_249),
        NULL_WHEN.notPublished,
      ),
      impactAsk: s.nullable(
        s.num("Price at which the venue's impact notional would be bought, USD.", 87_252),
        NULL_WHEN.notPublished,
      ),
      maxLeverage: s.nullable(s.num('Highest leverage that the venue allows.', 40), NULL_WHEN.notPublished),
      szDecimals: s.int('Decimals of sizes.', 5),
    }),
  );

export const binaryTicker = () =>
  s.named(
    'BinaryTicker',
    s.object('The newest state of a binary market. Prices are probabilities of the Yes outcome.', {
      asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
      venueId: s.text("The venue's own id of the market.", 'KXHIGHNY-26JUL19-T80'),
      title: s.text('The question.', 'Will the high temperature in New York be above 80?'),
      eventTitle: s.nullable(
        s.text('The event that groups related markets.', 'Highest temperature in New York'),
        'none is known',
      ),
      eventKey: s.nullable(
        s.text("The venue's id of that event.", 'KXHIGHNY-26JUL19'),
        'the venue states none',
      ),
      category: s.nullable(s.text("The venue's category.", 'Climate'), 'none is known'),
      outcomes: Type.Unsafe<readonly [string, string]>({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
        description: 'Labels of the Yes and the No outcome.',
        examples: [['Yes', 'No']],
      }),
      yesPrice: s.nullable(s.num('The recorded price of Yes.', 0.42), NULL_WHEN.noPrice),
      noPrice: s.nullable(s.num('Price of No.', 0.58), NULL_WHEN.noPrice),
      yesBid: s.nullable(s.num('Best bid for Yes.', 0.41), NULL_WHEN.noTouch),
      yesAsk: s.nullable(s.num('Best ask for Yes.', 0.43), NULL_WHEN.noTouch),
      noBid: s.nullable(s.num('Best bid for No.', 0.57), NULL_WHEN.noTouch),
      noAsk: s.nullable(s.num('Best ask for No.', 0.59), NULL_WHEN.noTouch),
      lastPrice: s.nullable(
        s.num('Price of the last trade in Yes terms.', 0.42),
        'there was no trade, or the venue publishes none',
      ),
      volume24hUsd: s.nullable(s.num('Traded in 24 hours, USD.', 51_200), 'no figure in USD is known'),
      volume24hContracts: Type.Optional(
        s.nullable(
          s.num('Traded in 24 hours, contracts; of venues that count contracts.', 120_400),
          NULL_WHEN.notPublished,
        ),
      ),
      volumeTotalUsd: s.nullable(
        s.num('Traded since the market opened, USD.', 904_000),
        NULL_WHEN.notPublished,
      ),
      liquidityUsd: s.nullable(
        s.num("The venue's figure of resting liquidity, USD.", 18_300),
        NULL_WHEN.notPublished,
      ),
      openInterestUsd: s.nullable(s.num('Open interest, USD.', 77_000), NULL_WHEN.notPublished),
      closeTime: s.nullable(
        s.int('End of trading. Epoch milliseconds.', 1_763_800_000_000),
        'the venue states none',
      ),
      endDate: s.nullable(
        s.int('When the question is due to be decided. Epoch milliseconds.', 1_763_800_000_000),
        'the venue states none',
      ),
      status: s.choice('Where the market stands in its life.', MARKET_STATUSES),
      venueNativeUrl: s.text(
        "The market's page on the venue's web site.",
        'https://kalshi.com/markets/kxhighny',
      ),
      exclusive: s.nullable(
        s.bool('The venue says that at most one outcome of the event can win.', true),
        NULL_WHEN.notSaid,
      ),
      exhaustive: s.nullable(
        s.bool('The tracked outcomes are all outcomes of the event.', false),
        'it is not known',
      ),
    }),
  );
