/** JSON lines share their records with the JSON array, so both are written in one place. */
export { jsonLines } from './json.ts';
