import type { ForwarderForm } from '../../chains/forwarder-address.ts';
import { readEvmAddress, toEvmAddress, toEvmAddressBytes } from './address.ts';

/**
 * Forwarder addresses of EVM chains.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1014
 */
export const EVM_FORWARDERS: ForwarderForm = {
  family: 'evm',
  prefix: 0xff,
  readBytes: (text) => {
    const address = readEvmAddress(text);
    return address === null ? null : toEvmAddressBytes(address);
  },
  toAddress: toEvmAddress,
};
