import { examineSharedServer } from '../../app/stores/examine-redis.ts';
import type { Config } from '../../config/config.ts';
import { findRoleProblems } from '../../config/role-needs.ts';
import { isApart } from '../../config/roles.ts';
import type { Secrets } from '../../config/secrets.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

/** Checks for settings that the role of `CROSSTAPE_ROLE` lacks or must not have. */
export function checkRole(config: Config, secrets: Secrets): Finding[] {
  const { role } = config;
  const problems = findRoleProblems(config, secrets);
  if (problems.length > 0) return problems.map((detail) => ({ what: 'role', state: 'problem', detail }));
  return isApart(role) ? [{ what: 'role', state: 'ok', detail: `${role} has what it needs` }] : [];
}

/**
 * Checks whether processes could share the server of `CROSSTAPE_REDIS_URL`, and whether the feed publishes on it.
 *
 * @param tag Tag of the installation, from its database; null: it has none yet.
 */
export async function checkRedis(
  { role, feed }: Config,
  { redisUrl }: Secrets,
  tag: string | null,
): Promise<Finding[]> {
  if (redisUrl === null) return [];
  const what = 'Redis';
  const { problem, published } = await examineSharedServer(redisUrl, tag ?? 'doctor', feed.venues);
  if (problem !== null) return [{ what, state: 'problem', detail: problem }];
  const usable: Finding = { what, state: 'ok', detail: 'answers and takes writes' };
  if (!isApart(role) || tag === null) return [usable];
  if (published.length > 0) {
    const detail = `holds the newest prices of ${published.join(', ')} of this installation (${tag})`;
    return [usable, { what, state: 'ok', detail }];
  }
  const detail =
    `holds nothing of this installation (${tag}): its feed has not run since the server was emptied, ` +
    'or publishes on another server or from another database';
  return [usable, { what, state: 'warning', detail }];
}
