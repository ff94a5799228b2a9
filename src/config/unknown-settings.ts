import { PREFIX } from '../settings/setting.ts';
import { SETTINGS_LIST } from './config.ts';
import { findNearestNames } from './nearest-name.ts';
import { CHAIN_KEY, SECRETS } from './secrets.ts';

/** Variables of clients, which often share the environment of a running service. */
const CLIENT_VARIABLES = ['CROSSTAPE_API_KEY'];

const KNOWN: ReadonlySet<string> = new Set([
  ...SETTINGS_LIST.map(({ setting: { variable } }) => variable),
  ...Object.keys(SECRETS).flatMap((variable) => [variable, `${variable}_FILE`]),
  ...CLIENT_VARIABLES,
]);

/** Describes each variable with the service's prefix that is not a setting, with the name that it may mean. */
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
