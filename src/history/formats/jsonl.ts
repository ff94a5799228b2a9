/** JSON lines share their records with the JSON array, so both are written in one place. */
export { formatJsonLines } from './json.ts';
