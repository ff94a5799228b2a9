import manifest from '../package.json' with { type: 'json' };

/** Version of this deployment, in `info.version` of the OpenAPI document and in `crosstape --version`. */
export const VERSION: string = manifest.version;

/** `User-Agent` of requests to the venues. */
export const USER_AGENT = `crosstape/${VERSION} (self-hosted market recorder)`;
