// Members that the venue is known to send beside those that are read, from recorded bodies of 2024 to October 2026. A member that
// neither a schema reads nor a list here has is new: it is ignored, and named as drift.

/** Members of a listed market. */
export const MARKET_MEMBERS: readonly string[] = (
  'address automationType closed conditionId createdAt creator deadline expirationDate frequency group ' +
  'groupId groupSlug hidden imageUrl isOther isRewardable logo negRiskRequestId noPositionId ' +
  'orderInGroup priorityIndex properties proxyTitle settings stableSlug subFrequency tags ' +
  'tokens venue volumeFormatted yesPositionId'
).split(' ');

/** Members of a group of markets. */
export const GROUP_MEMBERS: readonly string[] = (
  'automationType collateralToken createdAt creator dailyReward expirationDate expired id metadata ' +
  'ogImageURI outcomeTokens priorityIndex properties stableSlug status tags tradeType updatedAt venue ' +
  'volume volumeFormatted'
).split(' ');
