/** Orders and the stream of prices are signed with the same keys over the same text. */
export { buildSignedText, signHeaders } from '../../../venues/kalshi/signing.ts';
