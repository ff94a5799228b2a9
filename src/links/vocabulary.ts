/**
 * The words in which venues say the same thing differently. Each rule keeps the meaning: a rewrite that
 * could merge two different questions does not belong here.
 */

/** Rewrites of whole phrases, in this order, on lower-case text. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\*\*/g, ''],
  [/\bu\.s\.a?\.?|\bunited states\b|\busa\b/g, 'us'],
  [/\bnew york city\b/g, 'nyc'],
  [/\bfederal reserve\b|\bfed funds\b|\bfomc\b/g, 'fed'],
  [/\binterest rates?\b/g, 'rate'],
  [/\bno change\b|\bunchanged\b|\bmaintains?\b/g, 'unchanged'],
  [
    /\bcollege basketball national champion(?:ship)?\b|\bncaa (?:basketball )?tournament\b|\bmarch madness\b/g,
    'ncaabasketball win',
  ],
  [/\bwestern conference (?:finals|champions?)\b/g, 'westernconference win'],
  [/\beastern conference (?:finals|champions?)\b/g, 'easternconference win'],
  [/\bnba finals\b|\bpro basketball finals\b/g, 'nba win'],
  [/\bpro basketball\b/g, 'nba'],
  [/\bsuper bowl\b|\bsup. bowl\b|\bpro football champion(?:ship)?\b/g, 'nfl win'],
  [/\bstanley cup\b/g, 'nhl win'],
  [/\bworld cup\b/g, 'worldcup'],
  [/\b(?:highest|high) temp(?:erature)?\b/g, 'hightemp'],
  [/\bup or down\b/g, 'updown'],
  [/\bend in a draw\b/g, 'draw'],
];

/** One spelling for one word. An empty string drops the word. */
const WORDS: Readonly<Record<string, string>> = {
  bitcoin: 'btc',
  xbt: 'btc',
  kxbtcd: 'btc',
  kxbtc: 'btc',
  ethereum: 'eth',
  ether: 'eth',
  kxethd: 'eth',
  kxeth: 'eth',
  solana: 'sol',
  dogecoin: 'doge',
  ripple: 'xrp',
  hyperliquid: 'hype',
  cardano: 'ada',
  litecoin: 'ltc',
  presidential: 'president',
  presidency: 'president',
  democrats: 'dem',
  democratic: 'dem',
  democrat: 'dem',
  republicans: 'rep',
  republican: 'rep',
  gop: 'rep',
  nomination: 'nominee',
  nominated: 'nominee',
  winner: 'win',
  wins: 'win',
  champion: 'win',
  champions: 'win',
  championship: 'win',
  victory: 'win',
  decrease: 'cut',
  decreases: 'cut',
  cuts: 'cut',
  increase: 'hike',
  increases: 'hike',
  hikes: 'hike',
  rates: 'rate',
  tie: 'draw',
  fifa: '',
  'men’s': '',
  "men's": '',
  mens: '',
  turkiye: 'turkey',
  usa: 'us',
  temps: 'hightemp',
};

const STOP_WORDS = new Set(
  (
    'a an the will would be is are was been of in on at to by for from and or as it its their there this that than ' +
    'with who what which when how much many whether if does do did has have price market markets decision meeting ' +
    'after during into result outcome happen any end become becomes yes no not next day’s game match'
  ).split(' '),
);
const KEPT_STOP_WORDS = new Set(['next']);

const NEGATIONS = /\b(?:not|won't|fails? to|without)\b|^\s*(?:will )?no\b/;

/** Single-team cities: the nickname says no more than city and league together. */
const NICKNAMES: Readonly<Record<string, string>> = {
  thunder: 'oklahoma city',
  celtics: 'boston',
  knicks: '',
  spurs: 'san antonio',
  nuggets: 'denver',
  rockets: 'houston',
  mavericks: 'dallas',
  cavaliers: 'cleveland',
  bucks: 'milwaukee',
  heat: 'miami',
  magic: 'orlando',
  hawks: 'atlanta',
  hornets: 'charlotte',
  pacers: 'indiana',
  pistons: 'detroit',
  raptors: 'toronto',
  bulls: 'chicago',
  suns: 'phoenix',
  timberwolves: 'minnesota',
  pelicans: 'new orleans',
  grizzlies: 'memphis',
  '76ers': 'philadelphia',
  jazz: 'utah',
  warriors: 'golden state',
  wizards: 'washington',
  patriots: 'new england',
  seahawks: 'seattle',
  bills: 'buffalo',
  chiefs: 'kansas city',
  eagles: 'philadelphia',
  ravens: 'baltimore',
  packers: 'green bay',
  broncos: 'denver',
  oilers: 'edmonton',
  avalanche: 'colorado',
  hurricanes: 'carolina',
};

const LEAGUES = new Set(['nba', 'nfl', 'nhl', 'mlb', 'westernconference', 'easternconference']);

/** True when the text asks for something not to happen. `No change` is a state, not a negation. */
export function isNegated(text: string): boolean {
  return NEGATIONS.test(rewritePhrases(text));
}

/** The words of a text that carry its meaning, each in its one spelling. Dates and numbers are taken out before. */
export function meaningfulWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const raw of rewritePhrases(text).split(/[^\p{L}\p{N}’']+/u)) {
    const word = raw.replace(/^[’']+|[’']+$/g, '').replace(/[’']s$/, '');
    if (word === '' || (STOP_WORDS.has(word) && !KEPT_STOP_WORDS.has(word))) continue;
    const spelled = WORDS[word] ?? WORDS[raw] ?? singular(word);
    if (spelled !== '') words.add(spelled);
  }
  if (words.has('nominee')) words.delete('win');
  for (const nickname of words) dropNickname(words, nickname);
  return words;
}

/** The nickname goes only where city and league both stand beside it. */
function dropNickname(words: Set<string>, nickname: string): void {
  const city = NICKNAMES[nickname];
  if (city === undefined || city === '') return;
  const hasLeague = [...words].some((word) => LEAGUES.has(word));
  if (hasLeague && city.split(' ').every((part) => words.has(part))) words.delete(nickname);
}

/** The city of a team's nickname, for matches whose sides are named by one or the other; null when none is known. */
export function cityOf(nickname: string): string | null {
  const city = NICKNAMES[nickname];
  return city === undefined || city === '' ? null : city;
}

function rewritePhrases(text: string): string {
  let result = fold(text);
  for (const [pattern, replacement] of PHRASES) result = result.replace(pattern, replacement);
  return result;
}

/** Lower case without accents: `Curaçao` is `curacao`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}
