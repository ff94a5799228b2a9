// Members that the venue is known to send beside those that are read, from recorded bodies of 2024 to October 2026. A member that
// neither a schema reads nor a list here has is new: it is ignored, and named as drift.

/** Members of a perpetual of the universe. */
export const PERP_MEMBERS: readonly string[] =
  'deployerFeeScale growthMode lastFeeScaleChangeTime lastGrowthModeChangeTime marginMode marginTableId onlyIsolated'.split(
    ' ',
  );

/** Members of the context of a perpetual. */
export const CONTEXT_MEMBERS: readonly string[] = 'dayBaseVlm premium'.split(' ');

/** Members of an outcome. */
export const OUTCOME_MEMBERS: readonly string[] = 'deployer deployerFeeScale venue'.split(' ');

/** Members of a question that are not read: there are none. */
export const QUESTION_MEMBERS: readonly string[] = [];
