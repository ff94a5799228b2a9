/** Meanings of the two sides of a binary market, as text. */
export interface SideNames {
  /** Meaning of Yes: `Duke`, `Up`; null: only the Yes of the market's own question. */
  readonly yesMeans: string | null;
  /** Meaning of No, when the venue names both sides: `Down`; else null. */
  readonly noMeans: string | null;
}

/** Names of a market for readers. */
export interface MarketNames extends SideNames {
  /** Coin of a perpetual, question of a binary market; null: the market is unknown. */
  readonly name: string | null;
}

/** Facts of a market from which its sides are named. */
export interface SideFacts {
  readonly asset: string;
  readonly title: string;
  readonly eventTitle: string | null;
  /** Labels of the Yes and the No outcome. */
  readonly outcomes: readonly [yes: string, no: string];
  /** Answer for which Yes stands within the event, in the venue's words; null: the venue states none. */
  readonly answer: string | null;
  /** Full names of both sides; present only where the labels are short names. */
  readonly sides?: readonly [yes: string, no: string];
}

/**
 * Names what Yes and No stand for in each market of one event.
 *
 * The name is the venue's label of the side, else the answer, else the title without the words with which it begins or
 * ends like the title of the event. Names that are equal except for letter case and spaces get the answer added, then
 * the words of the title in which those markets differ, then the asset id, so that no two markets of an event have the
 * same name. The order of the markets does not matter.
 *
 * @param isWhole Whether no other market of the event can exist. A market that is alone, with the outcomes Yes and No,
 * then has no name. When the list of markets was cut, its answer is its name.
 * @returns Names in the order of the markets.
 */
export function nameSides(members: readonly SideFacts[], isWhole: boolean): readonly SideNames[] {
  const isAlone = members.length === 1;
  const drafts = members.map((member) => startDraft(member, { isAlone, isWhole }));
  const named = drafts.filter((draft) => draft !== null);
  for (;;) {
    const groups = Map.groupBy(named, (draft) => fold(join(draft.yes, draft.additions)));
    const clashes = [...groups.values()].filter(({ length }) => length > 1);
    if (clashes.length === 0) break;
    for (const clash of clashes) extend(clash);
  }
  return drafts.map((draft) =>
    draft === null
      ? NO_NAMES
      : {
          yesMeans: join(draft.yes, draft.additions),
          noMeans: draft.no === null ? null : join(draft.no, draft.additions),
        },
  );
}

/** Names the sides of a market without knowledge of its event: by its labels, or by its answer. */
export function nameSidesAlone(member: SideFacts): SideNames {
  const labels = findLabels(member);
  if (labels !== null) return { yesMeans: labels[0], noMeans: labels[1] };
  return { yesMeans: findAnswer(member), noMeans: null };
}

export const NO_NAMES: SideNames = { yesMeans: null, noMeans: null };
export const UNKNOWN_MARKET: MarketNames = { name: null, ...NO_NAMES };

/** Returns the names under which a market was registered; null: it was not. */
export function toMarketNames(facts: (SideNames & { readonly title: string }) | null): MarketNames {
  if (facts === null) return UNKNOWN_MARKET;
  const { title, yesMeans, noMeans } = facts;
  return { name: title, yesMeans, noMeans };
}

/** A name that is extended until no other market of the event has it. */
interface Draft {
  readonly member: SideFacts;
  readonly yes: string;
  readonly no: string | null;
  readonly additions: string[];
  /** Additions that were not used yet, shortest first. The last one, the asset id, is unique. */
  readonly left: ('answer' | 'title' | 'asset')[];
}

function startDraft(
  member: SideFacts,
  { isAlone, isWhole }: { readonly isAlone: boolean; readonly isWhole: boolean },
): Draft | null {
  const labels = findLabels(member);
  const answer = findAnswer(member);
  const start = (yes: string, no: string | null, left: Draft['left']): Draft => ({
    member,
    yes,
    no,
    additions: [],
    left,
  });
  if (labels !== null) return start(labels[0], labels[1], ['answer', 'title', 'asset']);
  if (isAlone && (isWhole || answer === null)) return null;
  if (answer !== null) return start(answer, null, ['title', 'asset']);
  return start(findOwnWords(member), null, ['title', 'asset']);
}

/** Adds to each of several equal names its next addition. */
function extend(drafts: readonly Draft[]): void {
  const differences = findDifferences(drafts.map(({ member }) => findOwnWords(member)));
  for (const [i, { member, yes, additions, left }] of drafts.entries()) {
    while (left.length > 0) {
      const addition = {
        answer: findAnswer(member),
        title: differences[i]!,
        asset: `(${member.asset})`,
      }[left.shift()!];
      if (addition === null || addition === '' || fold(addition) === fold(yes)) continue;
      additions.push(addition);
      break;
    }
  }
}

/** Joins a name and its additions: `Over, O/U 2.5 (pm-x)`. */
function join(name: string, additions: readonly string[]): string {
  return additions.reduce(
    (text, each) => (each.startsWith('(') ? `${text} ${each}` : `${text}, ${each}`),
    name,
  );
}

/** Finds the labels that name the sides; null: they are Yes and No, or do not distinguish the sides. */
function findLabels({ outcomes, sides }: SideFacts): readonly [yes: string, no: string] | null {
  const [yes, no] = [tidy(sides?.[0] ?? outcomes[0]), tidy(sides?.[1] ?? outcomes[1])];
  return isPlain(yes) || fold(yes) === fold(no) ? null : [yes, no];
}

function findAnswer({ answer }: SideFacts): string | null {
  const text = tidy(answer ?? '');
  return isPlain(text) ? null : text;
}

/** Whether a text only states that there is a side. */
function isPlain(text: string): boolean {
  return ['', 'yes', 'no'].includes(fold(text));
}

/**
 * Removes the words that the title shares with the beginning and the end of the event's title; the whole title if
 * nothing remains.
 */
function findOwnWords({ asset, title, eventTitle }: SideFacts): string {
  const whole = tidy(title) || asset;
  if (eventTitle === null) return whole;
  const words = whole.split(' ');
  const own = stripShared(words, [words, tidy(eventTitle).split(' ')]);
  return own === '' ? whole : own;
}

/** Finds the words of each title between those with which all of them begin and end. */
function findDifferences(titles: readonly string[]): readonly string[] {
  const split = titles.map((title) => title.split(' '));
  return split.map((words) => stripShared(words, split));
}

/** Finds the words between those with which all texts begin and end. */
function stripShared(words: readonly string[], texts: readonly (readonly string[])[]): string {
  const shortest = Math.min(...texts.map(({ length }) => length));
  const areShared = (find: (text: readonly string[]) => string | undefined) =>
    texts.every((text) => toCore(find(text) ?? '') === toCore(find(words) ?? ''));
  let from = 0;
  while (from < shortest && areShared((text) => text[from])) from++;
  let behind = 0;
  while (from + behind < shortest && areShared((text) => text.at(-1 - behind))) behind++;
  if (from + behind === 0) return words.join(' ');
  return words
    .slice(from, words.length - behind)
    .join(' ')
    .replace(/^[,;:]+\s*|[?,;:]+$/g, '');
}

/** Converts a word to the form that is compared: `winner:` to `winner`. */
function toCore(word: string): string {
  return fold(word.replace(/[?,;:]+$/, ''));
}

function fold(text: string): string {
  return tidy(text.normalize('NFKC').toLowerCase());
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
