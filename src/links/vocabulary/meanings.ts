import type { League, Team } from './vocabulary-file.ts';

/** League id of clubs, whose names count in any competition of their sport. */
const FOOTBALL = 'football';

/** Meanings of a name or phrase: words, a league and teams. */
export interface Meanings {
  /** Words that are compared instead of the phrase; null when it is only the name of a team. */
  words: readonly string[] | null;
  league: League | null;
  readonly teams: { readonly team: Team; readonly isShort: boolean }[];
}

/** Finds what a phrase means where a league is known, or none; null: nothing there. */
export function findMeaning(
  { words, league: named, teams }: Meanings,
  league: League | null,
): { readonly words: readonly string[]; readonly league: string | null } | null {
  const team = findTeam(teams, league);
  if (team !== null && (words === null || league !== null)) return { words: [team.id], league: team.league };
  return words === null ? null : { words, league: named?.id ?? null };
}

/** Finds a team: in a known league by any of its names, otherwise by a full name that only one team has. */
function findTeam(teams: Meanings['teams'], league: League | null): Team | null {
  if (league !== null) {
    const own = teams.filter(({ team }) => playsIn(team, league));
    if (own.length > 0) return only(own);
  }
  return only(teams.filter(({ isShort }) => !isShort));
}

function only(teams: Meanings['teams']): Team | null {
  const ids = new Set(teams.map(({ team }) => team.id));
  return ids.size === 1 ? (teams[0]?.team ?? null) : null;
}

function playsIn(team: Team, league: League): boolean {
  return team.league === league.id || (league.sport === FOOTBALL && team.league === FOOTBALL);
}
