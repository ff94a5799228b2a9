import { PREFIX } from '../settings/setting.ts';
import { SETTINGS_LIST } from './config.ts';
import { findNearestNames } from './nearest-name.ts';
import { CHAIN_KEY, SECRETS } from './secrets.ts';

/** Read by clients of a running service, which often share its environment. */
const CLIENT_VARIABLES = ['CROSSTAPE_API_KEY'];

const KNOWN: ReadonlySet<string> = new Set([
  ...SETTINGS_LIST.map(({ setting: { variable } }) => variable),
  ...Object.keys(SECRETS).flatMap((variable) => [variable, `${variable}_FILE`]),
  ...CLIENT_VARIABLES,
]);

/** One sentence for each variable with our prefix that nothing reads, with the name it may be meant for. */
export function describeUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((variable) => variable.startsWith(PREFIX) && !isKnown(variable))
    .map((variable) => {
      const [nearest] = findNearestNames(variable.slice(PREFIX.length), [...KNOWN].map(withoutPrefix));
      const hint = nearest === undefined ? '' : `; did you mean ${PREFIX}${nearest}?`;
      return `${variable} is not a setting and has no effect${hint}`;
    });
}

function isKnown(variable: string): boolean {
  return KNOWN.has(variable) || CHAIN_KEY.test(variable);
}

function withoutPrefix(variable: string): string {
  return variable.slice(PREFIX.length);
}
