import { getValueAt, listSettings, type SettingsTree } from '../settings/setting.ts';
import { isLoopbackHost, isPrivateAddress } from './addresses.ts';

/** URL of an upstream, with the setting that contains it. */
export interface UpstreamUrl {
  readonly variable: string;
  readonly url: URL;
}

/** Lists the settings whose value is a URL, in the order of the settings. @param config Values of the settings. */
export function listUpstreamUrls(settings: SettingsTree, config: object): UpstreamUrl[] {
  return listSettings(settings).flatMap(({ path, setting: { variable } }) => {
    const value = getValueAt(config, path);
    const isAddress = typeof value === 'string' && /^(https?|wss?):\/\//.test(value);
    return isAddress ? [{ variable, url: new URL(value) }] : [];
  });
}

/** Finds the URLs that production rejects: those without TLS and, unless allowed, those in a private network. */
export function findUnsafeUpstreams(
  upstreams: readonly UpstreamUrl[],
  { allowPrivate }: { readonly allowPrivate: boolean },
): string[] {
  return upstreams.flatMap(({ variable, url }) => {
    if (isLoopbackHost(url.hostname)) return [];
    const problems: string[] = [];
    if (/^(http|ws):$/.test(url.protocol))
      problems.push(`${variable}=${url.href}: must use TLS in production`);
    if (!allowPrivate && isPrivateAddress(url.hostname)) {
      problems.push(
        `${variable}=${url.href}: is a private address; set CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS=on if it is meant`,
      );
    }
    return problems;
  });
}
