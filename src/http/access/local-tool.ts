import ipaddr from 'ipaddr.js';
import type { Call } from './gate.ts';

/** Headers that proxies add to a request, and that browsers send. */
const OF_PROXIES_AND_BROWSERS = /^(origin|forwarded|via|x-real-ip|x-forwarded-.+|sec-fetch-.+)$/;

/**
 * Whether a request comes from a program on this machine. Browsers are excluded, because a page could reach this
 * address through a host name of its own. Proxies are excluded as far as they can be recognized: by a header, or by
 * HTTP/1.0, which nginx uses by default and tools do not.
 */
export function isLocalTool({
  headers,
  ip,
  httpVersion,
}: Pick<Call, 'headers' | 'ip' | 'httpVersion'>): boolean {
  if (httpVersion === '1.0') return false;
  const isLoopback = ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
  if (!isLoopback || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some(
    (name) => OF_PROXIES_AND_BROWSERS.test(name) && !(name === 'sec-fetch-mode' && isNodeFetch(headers)),
  );
}

/**
 * Whether a request comes from the `fetch` of Node, which sends `Sec-Fetch-Mode` as browsers do. Browsers also send
 * `Sec-Fetch-Site`, and no page can suppress it.
 */
function isNodeFetch(headers: Call['headers']): boolean {
  return headers['user-agent'] === 'node' && headers['sec-fetch-mode'] === 'cors';
}
