import { integer } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

/** When the prices of linked markets say that the link is wrong. */
export const LINK_SETTINGS = {
  disputeGapPct: setting(
    'LINKS_DISPUTE_GAP_PCT',
    integer(1, 100),
    10,
    'mids of linked markets further apart than this many cents dispute the link',
  ),
  disputeMinutes: setting(
    'LINKS_DISPUTE_MINUTES',
    integer(1, 100_000),
    15,
    'for how many minutes they have to stay apart, both books two-sided',
  ),
};
