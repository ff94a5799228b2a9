import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers that a proxy adds to a request, and a browser to each of its own. */
const OF_PROXIES_AND_BROWSERS = /^(origin|forwarded|via|x-real-ip|x-forwarded-.+|sec-fetch-.+)$/;

/**
 * Whether a request comes from a program on this machine. A browser is none: a page could reach this address through
 * a name of its own. Nor is a proxy, as far as it says what it is.
 */
export function isLocalTool(headers: IncomingHttpHeaders, ip: string): boolean {
  const isLoopback = ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
  if (!isLoopback || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => OF_PROXIES_AND_BROWSERS.test(name));
}
