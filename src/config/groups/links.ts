import { integer } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

/** Settings of disputes: when the prices of linked markets contradict the link. */
export const LINK_SETTINGS = {
  disputeGapPct: setting(
    'LINKS_DISPUTE_GAP_PCT',
    integer(1, 100),
    10,
    'a link is disputed when the mids of its markets are further apart than this many cents',
  ),
  disputeMinutes: setting(
    'LINKS_DISPUTE_MINUTES',
    integer(1, 100_000),
    15,
    'minutes for which the mids have to stay apart, with two-sided books',
  ),
};
