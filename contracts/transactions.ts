/**
 * Prints the transactions that place the contracts, as JSON that any wallet or command line can send.
 *
 * `node bin/with-node24 contracts/transactions.ts factory --treasury 0x... [--plain]`
 * `node bin/with-node24 contracts/transactions.ts flush --factory 0x... --salt 0x... --token 0x...`
 *
 * With `--from 0x...` the body of an `eth_sendTransaction` call is printed instead, for a node that holds the key.
 *
 * The factory goes through the deterministic deployment proxy that stands at the same address on all chains of note:
 * with the same treasury, factory and forwarders then have the same addresses everywhere. `--plain` prints a creation
 * of its own, whose address depends on who sends it.
 */
import { parseArgs } from 'node:util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { computeCreate2Hash } from '../src/billing/deposits/chains/forwarder-address.ts';
import {
  type EvmAddress,
  readEvmAddress,
  toEvmAddress,
  toEvmAddressBytes,
} from '../src/billing/deposits/families/evm/address.ts';
import { EVM_FORWARDERS } from '../src/billing/deposits/families/evm/forwarders.ts';
import { toChecksumAddress } from '../src/signatures/address.ts';
import { readArtefact } from './compile.ts';

/** Takes 32 bytes of salt and the code to place. @see https://github.com/Arachnid/deterministic-deployment-proxy */
const DEPLOYMENT_PROXY: EvmAddress = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const FACTORY_SALT = new Uint8Array(32);

export interface PrintedTransaction {
  /** null: the transaction creates a contract. */
  readonly to: string | null;
  readonly value: '0x0';
  readonly data: string;
}

/** Places the factory, which places the implementation. */
export function factoryDeployment(treasury: EvmAddress): {
  readonly transaction: PrintedTransaction;
  readonly factory: string;
  readonly implementation: string;
} {
  const initCode = factoryInitCode(treasury);
  const hash = computeCreate2Hash(EVM_FORWARDERS, {
    factory: toEvmAddressBytes(DEPLOYMENT_PROXY),
    salt: FACTORY_SALT,
    initCode,
  });
  const factory = toEvmAddress(hash);
  return {
    transaction: {
      to: toChecksumAddress(DEPLOYMENT_PROXY),
      value: '0x0',
      data: `0x${bytesToHex(concatBytes(FACTORY_SALT, initCode))}`,
    },
    factory: toChecksumAddress(factory),
    implementation: toChecksumAddress(firstCreatedBy(factory)),
  };
}

/** The same as a creation of its own. */
function plainFactoryDeployment(treasury: EvmAddress): PrintedTransaction {
  return { to: null, value: '0x0', data: `0x${bytesToHex(factoryInitCode(treasury))}` };
}

/** Deploys a forwarder if need be and sends what it holds to the treasury. */
export function flushTransaction(call: {
  readonly factory: EvmAddress;
  /** 32 bytes. */
  readonly salt: Uint8Array;
  readonly token: EvmAddress;
}): PrintedTransaction {
  const selector = keccak_256(utf8ToBytes('flush(bytes32,address)')).slice(0, 4);
  const data = concatBytes(selector, call.salt, toWord(call.token));
  return { to: toChecksumAddress(call.factory), value: '0x0', data: `0x${bytesToHex(data)}` };
}

function factoryInitCode(treasury: EvmAddress): Uint8Array {
  return concatBytes(hexToBytes(readArtefact('ForwarderFactory').bytecode.slice(2)), toWord(treasury));
}

function toWord(address: EvmAddress): Uint8Array {
  return concatBytes(new Uint8Array(12), toEvmAddressBytes(address));
}

/** Contracts count their own creations from 1: RLP of [address, 1] is d6 94, the address, and 01. */
function firstCreatedBy(creator: EvmAddress): EvmAddress {
  const encoded = concatBytes(Uint8Array.of(0xd6, 0x94), toEvmAddressBytes(creator), Uint8Array.of(0x01));
  return toEvmAddress(keccak_256(encoded));
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      treasury: { type: 'string' },
      factory: { type: 'string' },
      salt: { type: 'string' },
      token: { type: 'string' },
      plain: { type: 'boolean', default: false },
      from: { type: 'string' },
    },
  });
  const address = (name: 'treasury' | 'factory' | 'token' | 'from') => {
    const read = readEvmAddress(values[name] ?? '');
    if (read === null) throw new RangeError(`--${name} must be an address`);
    return read;
  };
  const [what] = positionals;
  if (what === 'factory') {
    const treasury = address('treasury');
    const deployment = values.plain
      ? { transaction: plainFactoryDeployment(treasury) }
      : factoryDeployment(treasury);
    print(values.from === undefined ? deployment : buildCall(deployment.transaction, address('from')));
  } else if (what === 'flush') {
    if (!/^0x[0-9a-f]{64}$/i.test(values.salt ?? ''))
      throw new RangeError('--salt must be 0x and 64 hex digits');
    const salt = hexToBytes((values.salt as string).slice(2));
    const transaction = flushTransaction({ factory: address('factory'), salt, token: address('token') });
    print(values.from === undefined ? { transaction } : buildCall(transaction, address('from')));
  } else {
    throw new RangeError('say which transaction: factory or flush');
  }
}

/** What a node that holds the key of `from` is sent. */
function buildCall({ to, value, data }: PrintedTransaction, from: EvmAddress): object {
  const transaction = { from, ...(to === null ? {} : { to }), value, data };
  return { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transaction] };
}

function print(value: object): void {
  console.log(JSON.stringify(value, null, 2));
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error(`transactions: ${(error as Error).message}`);
    process.exitCode = 2;
  }
}
