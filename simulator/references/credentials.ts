/** Credentials that the simulated socket takes. They belong to no wallet. */
export const POLYBOLT_CREDENTIALS = {
  apiKey: '5d0c9a4e-0000-4000-8000-000000000001',
  secret: 'c2ltdWxhdGVkLXNlY3JldC1vZi1uby13YWxsZXQ=',
  passphrase: 'simulated',
} as const;
