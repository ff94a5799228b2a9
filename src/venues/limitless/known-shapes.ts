import type { KnownShape } from '../../upstream/known-shape.ts';

/**
 * Members that the venue is known to send, whether this service reads them or not, from recorded bodies and the venue's
 * documentation up to October 2026. A check of the venue reports all other members and words as drift.
 */
export const KNOWN_SHAPES: Readonly<Record<string, KnownShape>> = {
  'limitless active page': {
    members: `
      data totalMarketsCount`,
  },
  'limitless market': {
    members: `
      address automationType categories collateralToken conditionId createdAt creator dailyReward description
      emergencyResolution expirationDate expirationTimestamp expired feedEvents frequency groupId groupSlug hidden
      id imageUrl isOther isRewardable liquidity liquidityFormatted logo marketType markets metadata
      negRiskMarketId negRiskRequestId ogImageURI openInterest openInterestFormatted orderInGroup outcomeTokens
      payoutNumerators position priceOracleMetadata prices priorityIndex properties proxyTitle settings slug
      stableSlug startAt status subFrequency tags title tokens tradePrices tradeType trends updatedAt venue volume
      volumeFormatted winningOutcomeIndex`,
    values: {
      status: ['CREATED', 'DRAFTED', 'FUNDED', 'LOCKED', 'CLOSED', 'RESOLVED'],
      tradeType: ['clob', 'amm', 'group'],
      marketType: ['single', 'group'],
      automationType: ['manual', 'lumy', 'sports'],
    },
  },
  'limitless group': {
    members: `
      automationType categories collateralToken conditionId createdAt creator description expirationDate
      expirationTimestamp expired hidden id imageUrl isOther isRewardable liquidity liquidityFormatted logo
      marketType markets metadata negRiskMarketId ogImageURI openInterest openInterestFormatted outcomeTokens
      priorityIndex proxyTitle settings slug startAt status tags title tradeType updatedAt volume volumeFormatted`,
  },
  'limitless orderbook': {
    members: `
      adjustedMidpoint asks bids lastTradePrice maxSpread midpoint minSize tokenId`,
  },
  'limitless orderbookUpdate': {
    members: `
      marketSlug orderbook timestamp version`,
  },
  'limitless history point': {
    members: `
      price timestamp`,
  },
};
