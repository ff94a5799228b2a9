import { isJsonObject } from '../domain/index.ts';
import { isSetting, type Overrides, type SettingsTree, type ValuesOf } from '../settings/setting.ts';

/**
 * Reads every setting of a tree. An empty variable counts as not set.
 *
 * @param problems Receives one line for each wrong setting: its name, its value and the allowed values.
 */
export function readTree<const Tree extends SettingsTree>(
  tree: Tree,
  env: NodeJS.ProcessEnv,
  problems: string[],
): ValuesOf<Tree> {
  const values = Object.entries(tree).map(([name, node]) => {
    if (!isSetting(node)) return [name, readTree(node, env, problems)];
    const { variable, parser, fallback } = node;
    const given = env[variable];
    const value = given === undefined || given === '' ? fallback : parser.parse(given);
    if (value === undefined) {
      problems.push(`${variable}=${withoutCredentials(String(given))}: must be ${parser.allowed}`);
    }
    return [name, value];
  });
  return Object.freeze(Object.fromEntries(values)) as ValuesOf<Tree>;
}

/** Replaces some of the values, group by group. */
export function withOverrides<Values extends object>(values: Values, overrides: Overrides<Values>): Values {
  const changed = Object.entries(overrides).map(([name, value]) => {
    const before = (values as Readonly<Record<string, unknown>>)[name];
    return [name, isJsonObject(before) && isJsonObject(value) ? withOverrides(before, value) : value];
  });
  return Object.freeze({ ...values, ...Object.fromEntries(changed) }) as Values;
}

/** Removes user and password from the text of a URL. */
function withoutCredentials(value: string): string {
  return value.replace(/\/\/[^/?#]*@/, '//***@');
}
