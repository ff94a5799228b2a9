/**
 * Settings of a session by which values come back as they were stored and statements mean what they say. A server, a
 * database or a user may have other defaults: bytes in another form, decimals that are rounded, backslashes that
 * escape, a comparison with null that is true, and the word NULL where an array of a statement holds none.
 */
const SETTINGS = {
  bytea_output: "'hex'",
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  DateStyle: "'ISO'",
  TimeZone: "'UTC'",
} as const;

/** Sets them for a session. Behind a pooler that shares sessions they are those of every user of the database. */
export const SET_SESSION = formatSettings('SET');

/** Sets them for a transaction alone, which a pooler leaves as they are. */
export const SET_TRANSACTION = formatSettings('SET LOCAL');

function formatSettings(command: 'SET' | 'SET LOCAL'): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ');
}
