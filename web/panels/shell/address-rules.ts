import { BAR_CHOICES, findWindow, RANGES } from '../../chart/window.ts';
import { LANE_RANGES } from '../recording/model.ts';

/** The values that a member of an address may have. */
type Rule =
  | { readonly oneOf: readonly string[] }
  /** Some of these, separated by commas. */
  | { readonly members: readonly string[] }
  | { readonly least: number; readonly most: number }
  /** A column by which rows are sorted, upwards with `.up` behind it. */
  | { readonly sortedBy: readonly string[] }
  | 'time'
  | 'past'
  | 'any';

/** Facts about the service that the rules need. */
export interface KnownNames {
  readonly venues: readonly string[];
  /** Each as `kind` of `/api/movers` takes it. */
  readonly kinds: readonly string[];
  /** The service's clock, epoch ms; null: not known yet. */
  readonly nowMs: number | null;
}

/** A member of the address that its page cannot use. */
export interface AddressProblem {
  readonly name: string;
  /** Text for the viewer: the parameter, and the names or values that are allowed. */
  readonly message: string;
}

/** Columns of Markets and of a watch list that sort, by their ids. */
const SORTED_COLUMNS =
  'name venue last change bid ask spread volume interest liquidity ends funding leverage fair basis age'.split(
    ' ',
  );
/** Columns of Markets and of a watch list. */
const SHOWN_COLUMNS = [...SORTED_COLUMNS, 'watch', 'line'];

const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);

/** Compiles the rules of the address by the first segment of the path; pages without an entry take no members. */
const toRules = (
  { venues, kinds }: KnownNames,
  given: URLSearchParams,
): Readonly<Record<string, Readonly<Record<string, Rule>>>> => ({
  '': { range: { oneOf: names(LANE_RANGES) }, to: 'past' },
  markets: {
    q: 'any',
    venue: { oneOf: venues },
    class: { oneOf: ['perp', 'binary', 'pred'] },
    category: 'any',
    ends: { oneOf: ['1h', '1d', '7d', '30d'] },
    fresh: { oneOf: ['true'] },
    basis: { least: 0, most: 1e6 },
    group: { oneOf: ['event'] },
    watch: 'any',
    columns: { members: SHOWN_COLUMNS },
    sort: { sortedBy: SORTED_COLUMNS },
  },
  watch: { list: 'any', columns: { members: SHOWN_COLUMNS }, sort: { sortedBy: SORTED_COLUMNS } },
  asset: {
    range: { oneOf: names(RANGES) },
    bar: { oneOf: names(BAR_CHOICES) },
    from: 'time',
    to: 'time',
    as: { oneOf: ['line', 'candles'] },
    show: { members: ['none', 'fair', 'links', 'cascades', 'profile', 'flow', 'fills'] },
    vs: 'any',
    at: 'past',
  },
  account: { days: { oneOf: ['30', '90', '365'] } },
  admin: { days: { oneOf: ['30', '90', '365'] } },
  event: { span: { oneOf: ['1d', '7d', '30d', '1y'] } },
  disagreement: {
    capital: { least: 1, most: 1e9 },
    top: { least: 1, most: 100 },
    legs: { oneOf: ['1', '2'] },
    spread: { oneOf: ['0.05', '0.2', '0.5'] },
    show: { oneOf: ['all', 'tradable'] },
    year: { oneOf: ['any', '0', '5', '20', '100'] },
    open: 'any',
    pair: 'any',
    ...Object.fromEntries(venues.map((venue) => [`feeBps.${venue}`, { least: -100, most: 1_000 }])),
  },
  movers: {
    rows: { oneOf: ['10', '25', '50'] },
    kind: { oneOf: kinds },
    least: { oneOf: ['0', '0.01', '0.05', '0.2'] },
    by: { oneOf: ['pts', 'logOdds'] },
    dust: { oneOf: ['shown'] },
  },
  funding: {
    days: { oneOf: ['7', '30'] },
    by: { oneOf: ['volume', 'paid', 'earned'] },
    rows: { oneOf: ['10', '25', '50'] },
  },
  correlations: {
    assets: 'any',
    hours: { oneOf: ['1', '6', '24', '168', '720'] },
    method: { oneOf: ['pearson', 'spearman'] },
  },
  calibration: {
    tab: { oneOf: ['early', 'final'] },
    horizon: {
      oneOf: given.get('tab') === 'final' ? ['10m', '5m', '1m'] : ['30d', '7d', '1d', '6h', '1h'],
    },
    cell: 'any',
  },
  settled: {
    verdict: { oneOf: ['contradicted', 'unknown', 'reproduced'] },
    // The choices of the page: no market of Hyperliquid settles by a recorded price.
    venue: { oneOf: venues.filter((venue) => venue !== 'hyperliquid') },
  },
});

const MAX_SHOWN = 40;

/** Members of an address that its page cannot show, each with the values that it may have. */
export function findAddressProblems(url: URL, known: KnownNames): readonly AddressProblem[] {
  const segment = url.pathname.split('/')[1] ?? '';
  const rules = toRules(known, url.searchParams)[segment] ?? {};
  const problems = [...url.searchParams].flatMap(([name, value], index): AddressProblem[] => {
    if ([...url.searchParams.keys()].indexOf(name) < index)
      return [{ name, message: `${cut(name)} stands twice: the first one counts` }];
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const others = Object.keys(rules);
      const may = others.length === 0 ? 'it takes none' : `it knows ${others.join(', ')}`;
      return [{ name, message: `this page does not know “${cut(name)}”: ${may}` }];
    }
    const allowed = describeIfWrong(rule, value, known.nowMs);
    return allowed === null
      ? []
      : [
          {
            name,
            message: `${name} cannot be “${cut(value)}”: ${allowed}`,
          },
        ];
  });
  const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')];
  const areTimes = !problems.some(({ name }) => name === 'from' || name === 'to');
  if (segment === 'asset' && areTimes && (from ?? to) !== null && findWindow(from, to) === null)
    return [...problems, { name: 'from', message: describeWindow(from, to) }];
  return problems;
}

function describeWindow(from: string | null, to: string | null): string {
  if (from === null || to === null) return 'a window needs both from and to';
  const isReversed = Date.parse(from) >= Date.parse(to);
  return isReversed
    ? 'the window ends before it begins: from has to be earlier than to'
    : 'the window is too short or too long to be drawn';
}

/** Describes the allowed values; null: the value is one of them. */
function describeIfWrong(rule: Rule, value: string, nowMs: number | null): string | null {
  if (rule === 'any') return null;
  if (rule === 'time' || rule === 'past') {
    const at = Date.parse(value);
    if (!Number.isFinite(at)) return 'it is a time such as 2026-11-23T14:00:00Z';
    return rule === 'past' && nowMs !== null && at > nowMs ? 'it is a time before now' : null;
  }
  if ('oneOf' in rule) return rule.oneOf.includes(value) ? null : `it is one of ${listValues(rule.oneOf)}`;
  if ('members' in rule) {
    const isKnown = value.split(',').every((each) => each === '' || rule.members.includes(each));
    return isKnown ? null : `it is some of ${rule.members.join(', ')}, separated by commas`;
  }
  if ('sortedBy' in rule)
    return rule.sortedBy.includes(value.replace(/\.up$/, ''))
      ? null
      : `it is one of ${rule.sortedBy.join(', ')}, with .up behind it for the least first`;
  const number = Number(value);
  const isInside = value.trim() !== '' && number >= rule.least && number <= rule.most;
  return isInside ? null : `it is a number from ${rule.least} to ${rule.most}`;
}

/** Values in words: those with commas of their own are told apart by "or". The empty value is that of no filter. */
function listValues(values: readonly string[]): string {
  const given = values.filter((value) => value !== '');
  return given.join(given.some((value) => value.includes(',')) ? ' or ' : ', ');
}

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
