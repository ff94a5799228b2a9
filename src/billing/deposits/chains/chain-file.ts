import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { atFirstUse } from '../../../scheduling/at-first-use.ts';
import {
  CHAIN_FAMILIES,
  type Chain,
  type ChainFamily,
  type ChainToken,
  type ForwarderContracts,
} from './chain.ts';
import { readFamilyAddress } from './family-address.ts';

/** Nodes of one chain, and chains of one service; each costs requests at every poll. */
const MAX_NODES = 5;
const MAX_CHAINS = 32;
const MAX_TOKENS = 20;
const DEFAULT_POLL_MS = 15_000;
const DEFAULT_MAX_SPAN = 1_000;

const strict = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 2_048 });
const Depth = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const Height = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Token = Type.Object(
  {
    symbol: Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' }),
    address: Text,
    decimals: Type.Integer({ minimum: 0, maximum: 36 }),
  },
  strict,
);

const common = {
  name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
  rpcUrls: Type.Array(Text, { minItems: 1, maxItems: MAX_NODES }),
  tokens: Type.Array(Token, { minItems: 1, maxItems: MAX_TOKENS }),
  treasury: Text,
  pollMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
};

const Evm = Type.Object(
  {
    ...common,
    family: Type.Literal('evm'),
    chainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    factory: Type.Optional(Type.Union([Text, Type.Null()])),
    implementation: Type.Optional(Type.Union([Text, Type.Null()])),
    finality: Type.Union([Type.Literal('finalized'), Type.Literal('safe'), Depth]),
    fallbackDepth: Type.Optional(Type.Union([Depth, Type.Null()])),
    startBlock: Type.Optional(Height),
    maxSpan: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  strict,
);
const Tron = Type.Object({ ...common, family: Type.Literal('tron'), startMs: Type.Optional(Height) }, strict);
const Solana = Type.Object({ ...common, family: Type.Literal('solana') }, strict);

const validators = atFirstUse(() => ({ evm: Compile(Evm), tron: Compile(Tron), solana: Compile(Solana) }));
type Entry = Static<typeof Evm> | Static<typeof Tron> | Static<typeof Solana>;

/**
 * Reads the file of chains.
 *
 * @returns The chains with every default; or what is wrong, each with the path of the member: `chains[0].treasury`.
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
  problems.push(...repeated(chains));
  return problems.length > 0 ? { problems } : { chains };
}

function findFormProblems(entry: unknown, where: string): string[] {
  const family = (Object(entry) as { family?: unknown }).family;
  if (!CHAIN_FAMILIES.includes(family as ChainFamily)) {
    return [`${where}.family: must be one of ${CHAIN_FAMILIES.join(', ')}`];
  }
  const validator = validators()[family as ChainFamily];
  if (validator.Check(entry)) return [];
  const [, errors] = validator.Errors(entry);
  const found = errors.map((error) => {
    const extra = (error.params as { additionalProperties?: readonly string[] }).additionalProperties?.[0];
    const missing = (error.params as { requiredProperties?: readonly string[] }).requiredProperties?.[0];
    const path = `${where}${memberPath(error.instancePath)}`;
    if (extra !== undefined) return `${path}.${extra}: is not a member of a chain of this family`;
    if (missing !== undefined) return `${path}.${missing}: is missing`;
    return `${path}: ${error.message}`;
  });
  // A choice complains once for each of its branches.
  const byPath = new Map(found.map((problem) => [problem.slice(0, problem.indexOf(':')), problem]));
  return [...byPath.values()];
}

/** `/tokens/0/address` as `.tokens[0].address`. */
function memberPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
}

type Complain = (member: string, problem: string) => void;

function toChain(entry: Entry, complain: Complain): Chain {
  const { family } = entry;
  const address = (member: string, text: string) => {
    const read = readFamilyAddress(family, text);
    if (read === null) complain(member, `${text} is no ${family} address, or its checksum is wrong`);
    return read ?? text;
  };
  const tokens = entry.tokens.map(({ symbol, address: text, decimals }, i) => ({
    symbol,
    address: address(`tokens[${i}].address`, text),
    decimals,
  }));
  const treasury = address('treasury', entry.treasury);
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
  const { name, rpcUrls, pollMs = DEFAULT_POLL_MS } = entry;
  const base = { name, rpcUrls, tokens, treasury, pollMs };
  switch (entry.family) {
    case 'evm': {
      const {
        chainId,
        finality,
        fallbackDepth = null,
        startBlock = null,
        maxSpan = DEFAULT_MAX_SPAN,
      } = entry;
      if (typeof finality === 'number' && fallbackDepth !== null) {
        complain('fallbackDepth', 'has no meaning beside a finality that is a depth');
      }
      const forwarders = toForwarders(entry, address, complain);
      const family = 'evm' as const;
      return { ...base, family, chainId, forwarders, finality, fallbackDepth, startBlock, maxSpan };
    }
    case 'tron':
      return { ...base, family: 'tron', startMs: entry.startMs ?? null };
    case 'solana':
      return { ...base, family: 'solana' };
  }
}

function toForwarders(
  { factory = null, implementation = null }: Static<typeof Evm>,
  address: (member: string, text: string) => string,
  complain: Complain,
): ForwarderContracts | null {
  if (factory === null && implementation === null) return null;
  if (factory === null) complain('factory', 'is missing beside an implementation');
  if (implementation === null) complain('implementation', 'is missing beside a factory');
  if (factory === null || implementation === null) return null;
  return {
    factory: address('factory', factory),
    implementation: address('implementation', implementation),
  };
}

/** Keys belong into the path or a setting; a name and password before the host would reach logs. */
function findUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  return username === '' && password === '' ? null : 'holds a password';
}

/** Two entries for one chain would read everything twice and answer under two names. */
function repeated(chains: readonly Chain[]): string[] {
  const problems: string[] = [];
  for (const [i, chain] of chains.entries()) {
    const before = chains.slice(0, i);
    if (before.some(({ name }) => name === chain.name)) {
      problems.push(`chains[${i}].name: ${chain.name} is named twice`);
    }
    const isSameChain = (other: Chain) =>
      other.family === 'evm' && chain.family === 'evm' && other.chainId === chain.chainId;
    if (before.some(isSameChain)) problems.push(`chains[${i}].chainId: is named twice`);
    for (const [j, token] of chain.tokens.entries()) {
      const other = before.find((earlier) => sharesPosition(earlier, chain, token));
      if (other === undefined) continue;
      problems.push(
        `chains[${i}].tokens[${j}].address: ${other.name} has it, and both would share one position`,
      );
    }
  }
  return problems;
}

/**
 * Whether two entries of one chain would move the same position, and each lose what the other has read. Positions
 * belong to a token on Tron, and to the treasury's account of a token on Solana.
 */
function sharesPosition(a: Chain, b: Chain, { address }: ChainToken): boolean {
  if (a.family === 'evm' || a.family !== b.family) return false;
  if (a.family === 'solana' && a.treasury !== b.treasury) return false;
  return a.tokens.some((token) => token.address === address);
}
