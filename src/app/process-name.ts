import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';

/** Returns the name of this process for readers: role, host and port. */
export function nameProcess({ role, server }: Pick<Config, 'role' | 'server'>): string {
  const port = server.port === 0 ? `pid-${process.pid}` : server.port;
  return `${role}@${hostname()}:${port}`;
}
