import { type Static, Type } from 'typebox';
import { atFirstUse } from '../../scheduling/at-first-use.ts';
import { Validator } from '../../validator.ts';
import type { Chain, ChainFamilyName } from './chains/chain.ts';
import type { EntryReading } from './chains/family.ts';
import { CHAIN_FAMILIES, getFamily } from './families.ts';

/** Maximum number of nodes per chain, and of chains per service: each node costs requests at every poll. */
const MAX_NODES = 5;
const MAX_CHAINS = 32;
const MAX_TOKENS = 20;
const DEFAULT_POLL_MS = 15_000;

const strict = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 2_048 });

const Token = Type.Object(
  {
    symbol: Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' }),
    address: Text,
    decimals: Type.Integer({ minimum: 0, maximum: 36 }),
  },
  strict,
);

const Common = Type.Object({
  family: Type.String(),
  name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
  rpcUrls: Type.Array(Text, { minItems: 1, maxItems: MAX_NODES }),
  tokens: Type.Array(Token, { minItems: 1, maxItems: MAX_TOKENS }),
  treasury: Text,
  pollMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
});
type Entry = Static<typeof Common>;

const validators = atFirstUse(
  (): ReadonlyMap<ChainFamilyName, Validator> =>
    new Map(
      CHAIN_FAMILIES.map((name) => [
        name,
        new Validator(Type.Object({ ...Common.properties, ...getFamily(name).members }, strict)),
      ]),
    ),
);

/**
 * Parses the chains file.
 *
 * @returns The chains with all defaults, or the errors, each with the path of its member: `chains[0].treasury`.
 */
export function readChainFile(
  text: string,
): { readonly chains: readonly Chain[] } | { readonly problems: readonly string[] } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return { problems: [`is not JSON: ${(error as Error).message}`] };
  }
  const { chains: entries, ...others } = Object(file) as { chains?: unknown };
  const unknown = Object.keys(others);
  if (unknown.length > 0) return { problems: [`${unknown[0]}: is not a member of this file`] };
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_CHAINS) {
    return { problems: [`chains: must be a list of 1 to ${MAX_CHAINS} chains`] };
  }
  const problems: string[] = [];
  const chains: Chain[] = [];
  for (const [i, entry] of entries.entries()) {
    const where = `chains[${i}]`;
    const found = findFormProblems(entry, where);
    if (found.length > 0) {
      problems.push(...found);
      continue;
    }
    const chain = toChain(entry as Entry, (member, problem) =>
      problems.push(`${where}.${member}: ${problem}`),
    );
    chains.push(chain);
  }
  problems.push(...findRepetitions(chains));
  return problems.length > 0 ? { problems } : { chains };
}

function findFormProblems(entry: unknown, where: string): string[] {
  const validator = validators().get((Object(entry) as { family: string }).family);
  if (validator === undefined) return [`${where}.family: must be one of ${CHAIN_FAMILIES.join(', ')}`];
  if (validator.accepts(entry)) return [];
  const errors = validator.listErrors(entry);
  const found = errors.map((error) => {
    const extra = (error.params as { additionalProperties?: readonly string[] }).additionalProperties?.[0];
    const missing = (error.params as { requiredProperties?: readonly string[] }).requiredProperties?.[0];
    const path = `${where}${toMemberPath(error.instancePath)}`;
    if (extra !== undefined) return `${path}.${extra}: is not a member of a chain of this family`;
    if (missing !== undefined) return `${path}.${missing}: is missing`;
    return `${path}: ${error.message}`;
  });
  // A failed union reports a problem for each of its branches; one per path is enough.
  const byPath = new Map(found.map((problem) => [problem.slice(0, problem.indexOf(':')), problem]));
  return [...byPath.values()];
}

/** Converts a JSON pointer to the path of a member: `/tokens/0/address` becomes `.tokens[0].address`. */
function toMemberPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
}

type Complain = (member: string, problem: string) => void;

function toChain(entry: Entry, complain: Complain): Chain {
  const { family: name, treasury: treasuryText } = entry;
  const family = getFamily(name);
  const readAddress = (member: string, text: string) => {
    const read = family.readAddress(text);
    if (read === null) complain(member, `${text} is no ${name} address, or its checksum is wrong`);
    return read ?? text;
  };
  const tokens = entry.tokens.map(({ symbol, address, decimals }, i) => ({
    symbol,
    address: readAddress(`tokens[${i}].address`, address),
    decimals,
  }));
  const treasury = readAddress('treasury', treasuryText);
  if (tokens.some((token) => token.address === treasury)) complain('treasury', 'is a token');
  for (const [i, token] of tokens.entries()) {
    const before = tokens.slice(0, i);
    if (before.some(({ symbol }) => symbol === token.symbol)) {
      complain(`tokens[${i}].symbol`, `${token.symbol} is named twice`);
    }
    if (before.some((other) => other.address === token.address)) {
      complain(`tokens[${i}].address`, `${token.address} is named twice`);
    }
  }
  for (const [i, text] of entry.rpcUrls.entries()) {
    const problem = findUrlProblem(text);
    if (problem !== null) complain(`rpcUrls[${i}]`, problem);
    else if (entry.rpcUrls.indexOf(text) < i) complain(`rpcUrls[${i}]`, 'is named twice');
  }
  const { rpcUrls, pollMs = DEFAULT_POLL_MS } = entry;
  const common = { family: name, name: entry.name, rpcUrls, tokens, treasury, pollMs };
  const reading: EntryReading = {
    readAddress,
    report: ({ member, problem }) => complain(member, problem),
  };
  return family.readEntry(entry, common, reading);
}

/**
 * Finds a problem with the address of a node. A key belongs in the path or in a setting: a name and password before the
 * host would reach logs.
 */
function findUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  return username === '' && password === '' ? null : 'holds a password';
}

/**
 * Finds chains that are listed twice. Both entries would read the same transfers, answer under two names, or move the
 * same position.
 */
function findRepetitions(chains: readonly Chain[]): string[] {
  const problems: string[] = [];
  for (const [i, chain] of chains.entries()) {
    const before = chains.slice(0, i);
    if (before.some(({ name }) => name === chain.name)) {
      problems.push(`chains[${i}].name: ${chain.name} is named twice`);
    }
    const family = getFamily(chain.family);
    for (const other of before.filter((earlier) => earlier.family === chain.family)) {
      for (const clash of family.findClashes(chain, other)) {
        problems.push(
          'member' in clash
            ? `chains[${i}].${clash.member}: ${clash.problem}`
            : `chains[${i}].tokens[${chain.tokens.indexOf(clash)}].address: ${other.name} has it, and both would share one position`,
        );
      }
    }
  }
  return problems;
}
