import { isIPv6 } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';

/** Finds the address of a service that `serve` starts with the same environment. */
export function findOwnServiceUrl(): string {
  const { host, port } = readConfig(process.env).server;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

/** Reads the address of a service from the command line. */
export function parseAddressOption(text: string): string {
  const address = URL.parse(text);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new InvalidArgumentError('must be an address such as http://127.0.0.1:8080');
  }
  return text.replace(/\/+$/, '');
}
