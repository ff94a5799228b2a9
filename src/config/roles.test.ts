import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { findRoleProblems } from './role-needs.ts';
import { isPart, roles } from './roles.ts';
import { readSecrets } from './secrets.ts';

const TOKEN = 'a token of more than thirty-two characters';

const SHARED = {
  CROSSTAPE_DATABASE_URL: 'postgres://crosstape@127.0.0.1:5432/crosstape',
  CROSSTAPE_REDIS_URL: 'redis://127.0.0.1:6379',
  CROSSTAPE_INTERNAL_TOKEN: TOKEN,
};
const PUBLIC = {
  CROSSTAPE_PUBLIC_URL: 'https://api.example.org',
  CROSSTAPE_BOT_PUBLIC_URL: 'https://bot.example.org',
};
const COMPLETE: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  all: {},
  api: { ...SHARED, ...PUBLIC },
  feed: { ...SHARED, CROSSTAPE_INTERNAL_PORT: '8090' },
  'feed,bot': { ...SHARED, ...PUBLIC, CROSSTAPE_INTERNAL_PORT: '8090', CROSSTAPE_VAULT_KEK: 'key' },
};

const findProblems = (role: string, env: NodeJS.ProcessEnv) =>
  findRoleProblems(readConfig({ ...env, CROSSTAPE_ROLE: role }), readSecrets(env));

test('a role is read in any order and letter case; a bot or an api with a feed is none', () => {
  assert.equal(roles.parse('all'), 'all');
  assert.equal(roles.parse('API'), 'api');
  assert.equal(roles.parse('bot, feed'), 'feed,bot');
  for (const text of ['bot', 'feed,api', 'feed,api,bot', 'feed,feed', 'api,', '', 'everything']) {
    assert.equal(roles.parse(text), undefined, text);
  }
  assert.ok(isPart('feed,bot', 'bot') && !isPart('feed,bot', 'api') && isPart('all', 'api'));
});

test('a role with all that it needs starts, and one process needs nothing', () => {
  for (const [role, env] of Object.entries(COMPLETE)) assert.deepEqual(findProblems(role, env), [], role);
});

test('each thing that a role lacks is named in a line of its own', () => {
  for (const role of ['api', 'feed', 'feed,bot']) {
    const complete = COMPLETE[role]!;
    for (const variable of Object.keys(complete)) {
      const { [variable]: _, ...rest } = complete;
      const problems = findProblems(role, rest);
      assert.equal(problems.length, 1, `${role} without ${variable}: ${problems}`);
      assert.ok(problems[0]?.startsWith(`${variable}: role ${role} needs it: `), problems[0]);
    }
    assert.equal(findProblems(role, {}).length, Object.keys(complete).length);
  }
});

test('each secret that a role must not have is named, and never shown', () => {
  const provider = {
    CROSSTAPE_STRIPE_API_KEY: 'rk_test_secret',
    CROSSTAPE_STRIPE_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
    CROSSTAPE_CHAIN_BASE_API_KEY: 'secret',
  };
  const admin = { CROSSTAPE_ADMIN_TOKEN: 'secret' };
  const vault = { CROSSTAPE_VAULT_KEK: 'secret' };
  const rows: [role: string, secrets: Record<string, string>, refused: number][] = [
    ['all', { ...provider, ...admin, ...vault }, 0],
    ['api', { ...provider, ...admin }, 0],
    ['api', vault, 1],
    ['feed', { ...provider, ...admin, ...vault }, 5],
    ['feed,bot', { ...admin, ...vault }, 0],
    ['feed,bot', provider, 3],
  ];
  for (const [role, secrets, refused] of rows) {
    const problems = findProblems(role, { ...COMPLETE[role], ...secrets });
    assert.equal(problems.length, refused, `${role}: ${problems}`);
    for (const problem of problems) {
      assert.match(problem, /^CROSSTAPE_[A-Z_]+: role \S+ must not have it: /);
      assert.ok(!/secret|c2Vj/.test(problem.slice(problem.indexOf(':'))), problem);
    }
  }
});
