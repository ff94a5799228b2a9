import type { KnownShape } from '../../upstream/known-shape.ts';

/**
 * Members that the venue is known to send, whether this service reads them or not, from recorded bodies and the venue's
 * documentation up to October 2026. A check of the venue reports all other members and words as drift.
 */
export const KNOWN_SHAPES: Readonly<Record<string, KnownShape>> = {
  dex: {
    members: `
      assetToFundingInterestRate assetToFundingMultiplier assetToStreamingOiCap deployer deployerFeeScale
      feeRecipient fullName lastDeployerFeeScaleChangeTime name oracleUpdater subDeployers`,
  },
  perpetual: {
    members: `
      deployerFeeScale growthMode isDelisted lastFeeScaleChangeTime lastGrowthModeChangeTime marginMode marginTableId maxLeverage name onlyIsolated
      szDecimals`,
  },
  context: {
    members: `
      dayBaseVlm dayNtlVlm funding impactPxs markPx midPx openInterest oraclePx premium prevDayPx`,
  },
  outcomeMeta: {
    members: `
      deployers feeScale outcomes questions`,
  },
  outcome: {
    members: `
      deployer deployerFeeScale description name outcome quoteToken sideSpecs venue`,
  },
  question: {
    members: `
      description fallbackOutcome name namedOutcomes question settledNamedOutcomes`,
  },
  template: {
    members: `
      description id keywords name role`,
  },
  candle: {
    members: `
      T c h i l n o s t v`,
  },
  funding: {
    members: `
      coin fundingRate premium time`,
  },
  'ws context': {
    members: `
      dayBaseVlm dayNtlVlm funding impactPxs markPx midPx openInterest oraclePx premium prevDayPx`,
  },
  'ws bbo': {
    members: `
      bbo coin time`,
  },
  'ws trade': {
    members: `
      coin hash px side sz tid time users`,
    values: { side: ['A', 'B'] },
  },
};
