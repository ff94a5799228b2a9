/** JSON lines and the JSON array format records alike, so `json.ts` contains both. */
export { formatJsonLines } from './json.ts';
