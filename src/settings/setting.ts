import type { Parser } from './parsers.ts';

/** One environment variable: how it reads, and what holds when it is not set. The only place that says so. */
export interface Setting<T> {
  readonly variable: string;
  readonly parser: Parser<T>;
  readonly fallback: T;
  readonly meaning: string;
}

/** Settings by the name that the code reads them under, groups within groups. */
export interface SettingsTree {
  readonly [name: string]: Setting<unknown> | SettingsTree;
}

/** The values of a tree of settings, in the same shape. */
export type ValuesOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Setting<infer T> ? T : ValuesOf<Tree[Name]>;
};

/** Some values of a tree, for those that win over the environment. */
export type Overrides<Values> = {
  readonly [Name in keyof Values]?: Values[Name] extends readonly unknown[]
    ? Values[Name]
    : Values[Name] extends object
      ? Overrides<Values[Name]>
      : Values[Name];
};

/** How every variable of the service begins. */
export const PREFIX = 'CROSSTAPE_';

/** @param variable Without the prefix that all of them have. */
export function setting<T>(variable: string, parser: Parser<T>, fallback: T, meaning: string): Setting<T> {
  return { variable: `${PREFIX}${variable}`, parser, fallback, meaning };
}

/** Whether a member is a setting, not a group of them. */
export function isSetting(node: Setting<unknown> | SettingsTree): node is Setting<unknown> {
  return typeof node.variable === 'string';
}

/** One setting with the way to it: `['server', 'port']`. */
export interface PlacedSetting {
  readonly path: readonly string[];
  readonly setting: Setting<unknown>;
}

/** Every setting of a tree, in the order in which it is written. */
export function listSettings(tree: SettingsTree, path: readonly string[] = []): PlacedSetting[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const here = [...path, name];
    return isSetting(node) ? [{ path: here, setting: node }] : listSettings(node, here);
  });
}

/** The value of one setting among the values of its tree; undefined where they leave it out. */
export function getValueAt(values: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], values);
}
