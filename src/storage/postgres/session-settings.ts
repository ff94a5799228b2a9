/**
 * Session settings with which values are returned as they were stored and statements have their standard meaning. A
 * server, database or user may have other defaults: bytes in another form, rounded decimals, backslash escapes,
 * comparisons with null that are true, and the word NULL in arrays read as text.
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

/** Sets them for a session. Behind a pooler that shares sessions they apply to every user of the database. */
export const SET_SESSION = formatSettings('SET');

/** Sets them for one transaction, which also works behind a pooler. */
export const SET_TRANSACTION = formatSettings('SET LOCAL');

function formatSettings(command: 'SET' | 'SET LOCAL'): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ');
}
