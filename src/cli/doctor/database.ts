import { examineServerDatabase } from '../../app/stores/examine-database.ts';
import type { Config } from '../../config/config.ts';
import { findDataKind } from '../data-kind.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

/**
 * Checks whether a service could start on the database of `CROSSTAPE_DATABASE_URL`, and its settings that could cost
 * money.
 *
 * @returns Findings, and the tag of the installation if there is one.
 */
export async function checkDatabase(
  url: string | null,
  { dataDir, role }: Pick<Config, 'dataDir' | 'role'>,
): Promise<{ readonly findings: readonly Finding[]; readonly tag: string | null }> {
  if (url === null) return { findings: [], tag: null };
  const what = 'database';
  const { problems, warnings, summary, tag } = await examineServerDatabase(
    url,
    await findDataKind(dataDir),
    role,
  );
  const findings = [
    ...(summary === null ? [] : [{ what, state: 'ok' as const, detail: summary }]),
    ...problems.map((detail) => ({ what, state: 'problem' as const, detail })),
    ...warnings.map((detail) => ({ what, state: 'warning' as const, detail })),
  ];
  return { findings, tag };
}
