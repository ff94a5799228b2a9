// Members that the venue is known to send beside those that are read, from recorded bodies of 2024 to October 2026. A member that
// neither a schema reads nor a list here has is new: it is ignored, and named as drift.

/** Members of a listed market. */
export const MARKET_MEMBERS: readonly string[] = (
  '$schema acceptingOrdersTimestamp approved archived automaticallyActive clearBookOnStart clobRewards ' +
  'comboStatus competitive createdAt creator cryptoMarketConfigId customLiveness ' +
  'cyom deploying deployingTimestamp enableOrderBook endDateIso featured gameId line secondsDelay ' +
  'fpmmLive funded groupItemThreshold hasReviewedDates holdingRewardsEnabled icon image liquidityAmm ' +
  'liquidityClob mailchimpTag makerBaseFee makerRebatesFeeShareBps manualActivation marketMakerAddress ' +
  'marketType negRiskMarketID negRiskOther negRiskRequestID new oneHourPriceChange ' +
  'oneMonthPriceChange oneWeekPriceChange oneYearPriceChange orderMinSize pagerDutyNotificationEnabled ' +
  'pendingDeployment questionID ready readyForCron requiresTranslation resolvedBy restricted ' +
  'rewardsMaxSpread rewardsMinSize rfqEnabled seriesColor showGmpOutcome showGmpSeries startDate ' +
  'startDateIso submitted_by takerBaseFee twitterCardImage umaBond umaReward updatedAt updatedBy ' +
  'volume1mo volume1moAmm volume1moClob volume1wk volume1wkAmm volume1wkClob volume1yr volume1yrAmm ' +
  'volume1yrClob volume24hrAmm volume24hrClob volumeAmm volumeClob'
).split(' ');
