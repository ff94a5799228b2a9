import type { KnownShape } from '../../upstream/known-shape.ts';

/**
 * Members that the venue is known to send, whether this service reads them or not, from recorded bodies and the venue's
 * documentation up to October 2026. A check of the venue reports all other members and words as drift.
 */
export const KNOWN_SHAPES: Readonly<Record<string, KnownShape>> = {
  'gamma /markets/keyset': {
    members: `
      markets next_cursor`,
  },
  'gamma market': {
    members: `
      acceptingOrders acceptingOrdersTimestamp active approved archived automaticallyActive automaticallyResolved
      bestAsk bestBid category clearBookOnStart clobRewards clobTokenIds closed closedTime comboStatus competitive
      conditionId createdAt creator cryptoMarketConfig cryptoMarketConfigId customLiveness cyom deploying
      deployingTimestamp description enableOrderBook endDate endDateIso eventStartTime events featured feeSchedule gameId line
      secondsDelay
      feeType feesEnabled fpmmLive funded gameStartTime groupItemThreshold groupItemTitle hasReviewedDates
      holdingRewardsEnabled icon id image lastTradePrice liquidity liquidityAmm liquidityClob liquidityNum
      mailchimpTag makerBaseFee makerRebatesFeeShareBps manualActivation marketMakerAddress marketType negRisk
      negRiskMarketID negRiskOther negRiskRequestID new oneDayPriceChange oneHourPriceChange oneMonthPriceChange
      oneWeekPriceChange oneYearPriceChange orderMinSize orderPriceMinTickSize outcomePrices outcomes
      pagerDutyNotificationEnabled pendingDeployment positionIds question questionID ready readyForCron
      requiresTranslation resolutionSource resolvedBy restricted rewardsMaxSpread rewardsMinSize rfqEnabled
      seriesColor showGmpOutcome showGmpSeries slug sportsMarketType spread startDate startDateIso submitted_by
      takerBaseFee twitterCardImage umaBond umaEndDate umaResolutionStatus umaResolutionStatuses umaReward
      updatedAt updatedBy version volume volume1mo volume1moAmm volume1moClob volume1wk volume1wkAmm volume1wkClob
      volume1yr volume1yrAmm volume1yrClob volume24hr volume24hrAmm volume24hrClob volumeAmm volumeClob volumeNum`,
    values: {
      umaResolutionStatus: [
        '',
        'requested',
        'proposed',
        'disputed',
        'resolved',
        'settled',
        'initialized',
        'posed',
        'reported',
      ],
      version: ['v1', 'v2'],
    },
  },
  'gamma /events/{id}': {
    members: `
      active archived automaticallyActive closed closedTime commentCount competitive countryName createdAt
      creationDate cumulativeMarkets cyom deploying deployingTimestamp description electionType enableNegRisk
      enableOrderBook endDate estimateValue eventCreators eventMetadata featured featuredOrder gmpChartMode icon id image
      liquidity liquidityClob markets negRisk negRiskAugmented negRiskMarketID new openInterest pendingDeployment
      requiresTranslation resolutionSource restricted series seriesSlug showAllOutcomes showMarketImages slug
      sortBy startDate startTime tags ticker title updatedAt version volume volume1mo volume1wk volume1yr volume24hr`,
  },
  // Every kind of event that reaches this schema is new, so it has no known members.
  'ws unread event': {
    members: `
      event_type`,
    values: { event_type: [] },
  },
  'clob /book': {
    members: `
      asks asset_id bids event_type hash last_trade_price market min_order_size neg_risk tick_size timestamp
      version`,
  },
  'clob /books row': {
    members: `
      asks asset_id bids hash last_trade_price market min_order_size neg_risk tick_size timestamp version`,
  },
  'ws book': {
    members: `
      asks asset_id bids event_type hash last_trade_price market tick_size timestamp version`,
  },
};
