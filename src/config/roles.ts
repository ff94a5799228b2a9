import type { Parser } from '../settings/parsers.ts';

/** Parts of an installation. The role of a process names the parts that it runs. */
export type Part = 'feed' | 'api' | 'bot';

/** Role of a process: all parts, or some of them beside other processes. */
export type Role = keyof typeof PARTS;

const PARTS = {
  all: ['feed', 'api', 'bot'],
  feed: ['feed'],
  'feed,bot': ['feed', 'bot'],
  api: ['api'],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

/** Parser of a role: its parts in any order, with or without spaces. */
export const roles: Parser<Role> = {
  allowed: 'all, api, feed, or feed,bot (a bot works beside the feed, and an api process has no other role)',
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim().toLowerCase());
    const wanted = parts.toSorted().join(' ');
    const names = Object.keys(PARTS) as Role[];
    return names.find((name) => name === wanted || name.split(',').toSorted().join(' ') === wanted);
  },
};

/** Whether a process of a role runs a part. */
export function isPart(role: Role, part: Part): boolean {
  return (PARTS[role] as readonly Part[]).includes(part);
}

/** Whether the installation has further processes with other roles. */
export function isApart(role: Role): boolean {
  return role !== 'all';
}
