import { Type } from 'typebox';
import { MARKET_STATUSES } from '../../domain/index.ts';
import { NULL_WHEN } from '../schemas/null-when.ts';
import * as s from '../schemas/schema.ts';
import { sideFields } from './side-fields.ts';

export const perpTicker = () =>
  s.named(
    'PerpTicker',
    s.object('Newest state of a perpetual.', {
      asset: s.assetIdField(),
      coin: s.text("Venue's name of the asset.", 'BTC'),
      markPx: s.num('Mark price in USD.', 87_250.5),
      midPx: s.nullable(s.num('Midpoint of best bid and best ask in USD.', 87_251), NULL_WHEN.notPublished),
      oraclePx: s.num('Oracle price in USD.', 87_240),
      prevDayPx: s.num('Price 24 hours ago in USD.', 86_000),
      changePct: s.nullable(
        s.num('Price change over 24 hours in percent; 5 means 5 %.', 1.45),
        'prevDayPx is 0',
      ),
      fundingHourly: s.nullable(
        s.num(
          'Funding rate of the current hour as a fraction of notional; positive when longs pay.',
          0.0000125,
        ),
        NULL_WHEN.notPublished,
      ),
      openInterest: s.nullable(s.num('Open interest in base units.', 28_400.2), NULL_WHEN.notPublished),
      openInterestUsd: s.nullable(s.num('Open interest in USD.', 2_477_900_000), NULL_WHEN.notPublished),
      volume24hUsd: s.nullable(s.num('24 h volume in USD.', 1_930_000_000), NULL_WHEN.notPublished),
      impactBid: s.nullable(
        s.num("Average price in USD at which the venue's impact notional would be sold.", 87_249),
        NULL_WHEN.notPublished,
      ),
      impactAsk: s.nullable(
        s.num("Average price in USD at which the venue's impact notional would be bought.", 87_252),
        NULL_WHEN.notPublished,
      ),
      maxLeverage: s.nullable(s.num('Highest leverage that the venue allows.', 40), NULL_WHEN.notPublished),
      szDecimals: s.int('Decimals in order sizes.', 5),
    }),
  );

export const binaryTicker = () =>
  s.named(
    'BinaryTicker',
    s.object(
      'Newest state of a binary market. Prices are in USD per contract of 1 USD, that is, probabilities.',
      {
        asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        venueId: s.text("Venue's id of the market.", 'KXHIGHNY-26JUL19-T80'),
        title: s.text('Question that the market asks.', 'Will the high temperature in New York be above 80?'),
        eventTitle: s.nullable(
          s.text('Title of the event that groups related markets.', 'Highest temperature in New York'),
          'no event is known',
        ),
        eventKey: s.nullable(
          s.text("Venue's id of that event.", 'KXHIGHNY-26JUL19'),
          'the venue states no event',
        ),
        category: s.nullable(s.text("Venue's category of the market.", 'Climate'), 'no category is known'),
        outcomes: Type.Unsafe<readonly [string, string]>({
          type: 'array',
          items: { type: 'string' },
          minItems: 2,
          maxItems: 2,
          description: 'Labels of the two outcomes, that of Yes first.',
          examples: [['Yes', 'No']],
        }),
        ...sideFields(),
        yesPrice: s.nullable(s.num('Price of Yes, as it is recorded.', 0.42), NULL_WHEN.noPrice),
        noPrice: s.nullable(s.num('Price of No.', 0.58), NULL_WHEN.noPrice),
        yesBid: s.nullable(s.num('Best bid for Yes.', 0.41), NULL_WHEN.noTouch),
        yesAsk: s.nullable(s.num('Best ask for Yes.', 0.43), NULL_WHEN.noTouch),
        noBid: s.nullable(s.num('Best bid for No.', 0.57), NULL_WHEN.noTouch),
        noAsk: s.nullable(s.num('Best ask for No.', 0.59), NULL_WHEN.noTouch),
        lastPrice: s.nullable(
          s.num('Price of the last trade, expressed as a price of Yes.', 0.42),
          'nothing was traded yet, or the venue does not publish it',
        ),
        volume24hUsd: s.nullable(s.num('24 h volume in USD.', 51_200), 'no figure in USD is known'),
        volume24hContracts: Type.Optional(
          s.nullable(
            s.num('Contracts traded in the last 24 hours. Present for venues that count contracts.', 120_400),
            NULL_WHEN.notPublished,
          ),
        ),
        volumeTotalUsd: s.nullable(
          s.num('Volume since the market opened, USD.', 904_000),
          NULL_WHEN.notPublished,
        ),
        liquidityUsd: s.nullable(
          s.num('Resting liquidity in USD, as the venue counts it.', 18_300),
          NULL_WHEN.notPublished,
        ),
        openInterestUsd: s.nullable(s.num('Open interest in USD.', 77_000), NULL_WHEN.notPublished),
        closeTime: s.nullable(
          s.int('When trading ends. Epoch milliseconds.', 1_763_800_000_000),
          'the venue states no end of trading',
        ),
        endDate: s.nullable(
          s.int('When the question is due to be decided. Epoch milliseconds.', 1_763_800_000_000),
          'the venue states no such time',
        ),
        status: s.choice('Lifecycle state of the market.', MARKET_STATUSES),
        venueNativeUrl: s.text(
          "Page of the market on its venue's site.",
          'https://kalshi.com/markets/kxhighny',
        ),
        exclusive: s.nullable(
          s.bool('Whether at most one outcome of the event can win, according to the venue.', true),
          NULL_WHEN.notSaid,
        ),
        exhaustive: s.nullable(
          s.bool('Whether the tracked outcomes are all outcomes of the event.', false),
          'it is not known',
        ),
        threshold: Type.Optional(thresholdField()),
      },
    ),
  );

const thresholdField = () =>
  s.named(
    'Threshold',
    s.object(
      'Number that the question is about. Absent when it is about none, or when the text of the venue can mean more than one.',
      {
        test: s.choice('When Yes wins: the value is above the strike, below it, or between both.', [
          'above',
          'below',
          'between',
        ]),
        strike: s.num('Strike in the unit of the question.', 80),
        strikeHigh: s.nullable(s.num('Upper end of a range.', 82), 'the test has one strike'),
      },
    ),
  );
