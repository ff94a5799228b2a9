/** Words of a side's name in their order. A word with a slash is a team of a league's roster. */
export type Side = readonly string[];

/** Whether two sides have the same name, word for word. */
export function isSameSide(a: Side, b: Side): boolean {
  return a.length === b.length && a.every((word, position) => word === b[position]);
}

/** Words that one venue adds to the name of a club and another omits. */
const ROUND_NAMES = new Set(
  'fc afc cf sc ac fk sk bc ssc hc kk club team esport gaming ud cd sd rcd rc cp ca ad aa as us sv vfb vfl tsg bsc fsv real deportivo sporting racing atletico athletic city united saudi de del la le los al el the of and calcio football futbol'.split(
    ' ',
  ),
);

/** Words that mark another team of the same club. */
const LEVELS = new Set(
  'b ii iii u17 u18 u19 u20 u21 u23 reserve youth academy junior women ladies femeni femenino feminine state tech southern northern eastern western central'.split(
    ' ',
  ),
);

function findCore(side: Side): Side {
  const core = side.filter((word) => !ROUND_NAMES.has(word));
  return core.length === 0 ? side : core;
}

function hasOtherLevel(a: Side, b: Side): boolean {
  return [...a, ...b].some((word) => LEVELS.has(word) && a.includes(word) !== b.includes(word));
}

/** Whether two names share at least one word of the proper name, and neither has a word that marks another team. */
export function isLikeSide(a: Side, b: Side): boolean {
  const [one, two] = [findCore(a), findCore(b)];
  return !hasOtherLevel(a, b) && one.some((word) => two.includes(word));
}

/**
 * Whether the shorter name is a part of the longer one, and no word marks another team: `Lens`, `Racing Club de Lens`.
 */
export function isPartOfSide(a: Side, b: Side): boolean {
  const [one, two] = [findCore(a), findCore(b)];
  const [short, long] = one.length <= two.length ? [one, two] : [two, one];
  return !hasOtherLevel(a, b) && short.every((word) => long.includes(word));
}

/**
 * Picks the words by which another venue's name of the side can be found: the first and the last of the proper name.
 */
export function pickKeyWords(side: Side): readonly string[] {
  const core = findCore(side);
  return [...new Set([core[0] ?? '', core.at(-1) ?? ''])];
}

/** Whether two names are the same person. The family name stands for the whole name. */
export function isSamePerson(a: Side, b: Side): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return isSameSide(a, b) || (short.length === 1 && short[0] === long.at(-1));
}
