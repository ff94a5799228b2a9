/** Limits of what a browser keeps. One stream carries 200 assets. */
export const MAX_LISTS = 20;
export const MAX_ASSETS = 200;
export const MAX_NAME_CHARS = 60;
/** Longest stored text that is read: more than all lists with the longest ids. */
const MAX_STORED_CHARS = 2_000_000;

/** Form of an asset id that the service accepts. */
const ASSET_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$/;
const LIST_ID = /^[a-z0-9]{4,16}$/;
const FIRST_NAME = 'Watch list';

/** A named list of assets. */
export interface WatchList {
  /** Made when the list is kept; its place in addresses of this browser. */
  readonly id: string;
  readonly name: string;
  /** Asset ids in the viewer's order, none twice in any letter case. */
  readonly assets: readonly string[];
}

/** All lists that a browser keeps. */
export interface WatchLists {
  readonly lists: readonly WatchList[];
  /** Id of the list that was opened last; null without any list. */
  readonly current: string | null;
}

export const NO_LISTS: WatchLists = { lists: [], current: null };

/** A list as an address has it: it may be anybody's. */
export type SharedList = Omit<WatchList, 'id'>;

/** Reads what a browser has stored; of damaged content the lists that can be read, of anything else none. */
export function parseStored(text: string | null): WatchLists {
  if (text === null || text.length > MAX_STORED_CHARS) return NO_LISTS;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Cut short, or not by us.
    return NO_LISTS;
  }
  if (!isRecord(stored) || !Array.isArray(stored.lists)) return NO_LISTS;
  const lists = new Map<string, WatchList>();
  for (const each of stored.lists as readonly unknown[]) {
    if (lists.size === MAX_LISTS) break;
    if (!isRecord(each) || typeof each.id !== 'string' || !LIST_ID.test(each.id) || lists.has(each.id))
      continue;
    if (typeof each.name !== 'string' || !Array.isArray(each.assets)) continue;
    lists.set(each.id, { id: each.id, name: toName(each.name), assets: toAssets(each.assets) });
  }
  return withCurrent([...lists.values()], typeof stored.current === 'string' ? stored.current : null);
}

export const formatStored = ({ lists, current }: WatchLists): string => JSON.stringify({ lists, current });

/** Reads the list of an address's fragment, `#name=Majors&assets=hl-BTC,hl-ETH`; null: it has none. */
export function parseShared(fragment: string): SharedList | null {
  const members = new URLSearchParams(fragment.replace(/^#/, ''));
  const assets = members.get('assets');
  const name = members.get('name');
  if (assets === null && name === null) return null;
  return { name: toName(name ?? ''), assets: toAssets((assets ?? '').split(',')) };
}

/** Formats the fragment that {@link parseShared} reads. Ids have no character that would have to be escaped. */
export const formatShared = ({ name, assets }: SharedList): string =>
  `#name=${encodeURIComponent(name)}&assets=${assets.join(',')}`;

export const findList = ({ lists }: WatchLists, id: string | null): WatchList | null =>
  lists.find((list) => list.id === id) ?? null;

export const hasAsset = (list: SharedList | null, asset: string): boolean =>
  list?.assets.some((each) => isSame(each, asset)) ?? false;

/** Finds the reason why a list cannot be added or an asset put into one; null: it can. */
export function findFullness(lists: WatchLists, list: SharedList | null): string | null {
  if (list === null)
    return lists.lists.length < MAX_LISTS ? null : `this browser keeps ${MAX_LISTS} lists: delete one first`;
  return list.assets.length < MAX_ASSETS
    ? null
    : `${list.name} has ${MAX_ASSETS} markets, as many as one stream carries: take one out first`;
}

/** Adds a list and makes it the current one. A name that another list has gets a number. */
export function addList(before: WatchLists, id: string, { name, assets }: SharedList): WatchLists {
  if (findFullness(before, null) !== null) return before;
  const list = { id, name: toFreeName(before, toName(name), id), assets: toAssets(assets) };
  return { lists: [...before.lists, list], current: id };
}

/** Puts an asset into a list, or takes it out. Without the list, a first one is made under the id. */
export function setAsset(before: WatchLists, id: string, asset: string, isIn: boolean): WatchLists {
  const list = findList(before, id);
  if (list === null) return isIn ? addList(before, id, { name: FIRST_NAME, assets: [asset] }) : before;
  if (isIn === hasAsset(list, asset) || (isIn && findFullness(before, list) !== null)) return before;
  const assets = isIn
    ? toAssets([...list.assets, asset])
    : list.assets.filter((each) => !isSame(each, asset));
  return replaceList(before, { ...list, assets });
}

export function renameList(before: WatchLists, id: string, name: string): WatchLists {
  const list = findList(before, id);
  return list === null
    ? before
    : replaceList(before, { ...list, name: toFreeName(before, toName(name), id) });
}

/** Moves an asset within its list: to an index, the others close up. */
export function moveAsset(before: WatchLists, id: string, asset: string, to: number): WatchLists {
  const list = findList(before, id);
  const from = list?.assets.findIndex((each) => isSame(each, asset)) ?? -1;
  if (list === null || from < 0) return before;
  const assets = move(list.assets, from, to);
  return assets === null ? before : replaceList(before, { ...list, assets });
}

/** Moves a list among the lists: to an index, the others close up. */
export function moveList(before: WatchLists, id: string, to: number): WatchLists {
  const from = before.lists.findIndex((list) => list.id === id);
  const lists = from < 0 ? null : move(before.lists, from, to);
  return lists === null ? before : { ...before, lists };
}

/** null: it would change nothing. */
function move<Item>(items: readonly Item[], from: number, to: number): readonly Item[] | null {
  if (to === from || to < 0 || to >= items.length) return null;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, items[from]!);
}

export const removeList = ({ lists, current }: WatchLists, id: string): WatchLists =>
  withCurrent(
    lists.filter((list) => list.id !== id),
    current,
  );

/** Makes a list the one that was opened last. */
export const chooseList = (before: WatchLists, id: string): WatchLists =>
  before.current === id ? before : withCurrent(before.lists, findList(before, id)?.id ?? before.current);

const replaceList = ({ lists, current }: WatchLists, changed: WatchList): WatchLists => ({
  lists: lists.map((list) => (list.id === changed.id ? changed : list)),
  current,
});

/** Makes the chosen list one that is there: else the first. */
const withCurrent = (lists: readonly WatchList[], current: string | null): WatchLists => ({
  lists,
  current: lists.some(({ id }) => id === current) ? current : (lists[0]?.id ?? null),
});

/** Cleans a name: one line, without the characters that no one sees and that turn the text around it. */
function toName(text: string): string {
  const line = text
    .slice(0, 10 * MAX_NAME_CHARS)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_NAME_CHARS).join('').trim() || FIRST_NAME;
}

function toFreeName({ lists }: WatchLists, name: string, id: string): string {
  const taken = new Set(lists.flatMap((list) => (list.id === id ? [] : [list.name])));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}

/** Lists the asset ids of a list of any values: each once, at its first position. */
function toAssets(given: readonly unknown[]): readonly string[] {
  const assets = new Map<string, string>();
  for (const each of given) {
    if (assets.size === MAX_ASSETS) break;
    if (typeof each !== 'string' || !ASSET_ID.test(each)) continue;
    if (!assets.has(each.toLowerCase())) assets.set(each.toLowerCase(), each);
  }
  return [...assets.values()];
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
