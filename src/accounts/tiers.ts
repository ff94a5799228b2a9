export const TIERS = ['free', 'pro', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

/** Features that need a certain tier. */
const FEATURES = ['history', 'history-export', 'realtime', 'arb', 'stats', 'm2m-bundle'] as const;
export type Feature = (typeof FEATURES)[number];

/** The lowest tier that includes a feature. */
export const MIN_TIER: Readonly<Record<Feature, Tier>> = {
  history: 'pro',
  'history-export': 'enterprise',
  realtime: 'pro',
  arb: 'pro',
  stats: 'pro',
  'm2m-bundle': 'pro',
};

export interface TierLimits {
  readonly ratePerMin: number;
  /** Requests per calendar month in UTC; null: unlimited. */
  readonly monthlyQuota: number | null;
  readonly maxConcurrentStreams: number;
}

/** Whether a tier is at or above the lowest tier of a feature. */
export function includesFeature(tier: Tier, feature: Feature): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(MIN_TIER[feature]);
}

/** Lists the features of a tier, in the order of {@link FEATURES}. */
export function listFeatures(tier: Tier): Feature[] {
  return FEATURES.filter((feature) => includesFeature(tier, feature));
}
