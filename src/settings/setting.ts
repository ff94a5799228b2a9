import type { Parser } from './parsers.ts';

/** One environment variable: its parser, its default and its meaning. This is the only declaration of the setting. */
export interface Setting<T> {
  readonly variable: string;
  readonly parser: Parser<T>;
  readonly fallback: T;
  readonly meaning: string;
}

/** Settings by the name that the code uses, in nested groups. */
export interface SettingsTree {
  readonly [name: string]: Setting<unknown> | SettingsTree;
}

/** Values of a tree of settings, in the same shape. */
export type ValuesOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Setting<infer T> ? T : ValuesOf<Tree[Name]>;
};

/** Some values of a tree, which take precedence over the environment. */
export type Overrides<Values> = {
  readonly [Name in keyof Values]?: Values[Name] extends readonly unknown[]
    ? Values[Name]
    : Values[Name] extends object
      ? Overrides<Values[Name]>
      : Values[Name];
};

/** Prefix of every environment variable of the service. */
export const PREFIX = 'CROSSTAPE_';

/** Declares a setting. @param variable Name of the environment variable without the prefix. */
export function setting<T>(variable: string, parser: Parser<T>, fallback: T, meaning: string): Setting<T> {
  return { variable: `${PREFIX}${variable}`, parser, fallback, meaning };
}

/** Whether a node of a tree is a setting and not a group. */
export function isSetting(node: Setting<unknown> | SettingsTree): node is Setting<unknown> {
  return typeof node.variable === 'string';
}

/** A setting with its path in the tree: `['server', 'port']`. */
export interface PlacedSetting {
  readonly path: readonly string[];
  readonly setting: Setting<unknown>;
}

/** Lists every setting of a tree, in the order of declaration. */
export function listSettings(tree: SettingsTree, path: readonly string[] = []): PlacedSetting[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const here = [...path, name];
    return isSetting(node) ? [{ path: here, setting: node }] : listSettings(node, here);
  });
}

/** Finds the value of one setting among the values of a tree; undefined: it is not given. */
export function getValueAt(values: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], values);
}
