import { Type } from 'typebox';
import { type ChainFamily, findSharedTokens } from '../../../../src/billing/deposits/chains/family.ts';
import type { CockleChain } from './cockle-chain.ts';
import { CockleReader, readTide } from './reader.ts';

export const family: ChainFamily<CockleChain> = {
  addressHint: 'Cockle (cockle1...)',
  members: { startTide: Type.Integer({ minimum: 1 }) },
  readEntry: (entry, common) => ({
    ...common,
    scope: 'chain:cockle',
    startTide: (entry as CockleChain).startTide,
  }),
  findClashes: findSharedTokens,

  readAddress: (text) => (/^cockle1[a-z]{8}$/.test(text) ? text : null),
  showAddress: (address) => address,
  mayBeWallet: () => true,
  listContracts: () => [],

  keyHeaders: (apiKey) => ({ 'x-cockle-key': apiKey }),
  open: (chain, [client], { store }) => {
    if (client === undefined) throw new RangeError(`${chain.name} has no node`);
    return { reader: new CockleReader(chain, client, store) };
  },
  examineNode: async (_chain, client, signal) => {
    const { tide } = await readTide(client, 0, signal);
    return { problems: [], summary: `tide ${tide} is final` };
  },
};
