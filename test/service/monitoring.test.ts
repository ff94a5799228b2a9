import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startAccountBench } from '../support/account-bench.ts';
import { startBench } from '../support/service-bench.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
const RULES = readFileSync(path.join(DEPLOY, 'prometheus/crosstape.rules.yml'), 'utf8');
const TESTS = ['crosstape.rules.test.yml', 'crosstape.money.test.yml'].map((name) =>
  path.join(DEPLOY, 'prometheus', name),
);
const RULES_TEST = TESTS.map((file) => readFileSync(file, 'utf8')).join('\n');
const DASHBOARD = readFileSync(path.join(DEPLOY, 'grafana/crosstape.json'), 'utf8');
const METRICS = readFileSync(path.resolve(DEPLOY, '../docs/operating/metrics.md'), 'utf8');

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const { panels } = JSON.parse(DASHBOARD) as { panels: readonly Panel[] };

const namesIn = (text: string) => new Set(text.match(/\bcrosstape_[a-z0-9_]+/g));

/** Names of the metrics that a page of the service declares, those without a value too. */
const declaredIn = (body: string) => [...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? '');

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const NEEDS_PROMTOOL = hasPromtool ? false : 'promtool is needed: apt-get install prometheus';

function runPromtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('every metric that an alert or the dashboard names is one that the service has', async (t) => {
  const { app } = await startBench(t, {
    isRedisUp: () => true,
    settledAnomalies: () => ({ settled_contradicted: 0, settled_value_differs: 0, settling_terms_differ: 0 }),
    installation: {
      findings: () => ({ silent: [], linksDiffer: false }) as never,
    } as never,
  });
  const money = await startAccountBench(t);
  const pages = await Promise.all([
    app.inject('/metrics'),
    money.app.inject({ url: '/metrics', headers: { host: 'localhost:8080' } }),
  ]);
  const declared = new Set(pages.flatMap(({ body }) => declaredIn(body)));
  for (const [what, text] of Object.entries({ RULES, RULES_TEST, DASHBOARD })) {
    const names = namesIn(text);
    assert.ok(names.size > 10, what);
    assert.deepEqual([...names].filter((name) => !declared.has(name)).sort(), [], what);
  }
});

test('every metric with an alarm in the tables of docs/operating/metrics.md has an alert, and every alert says what to read', () => {
  const tables = METRICS.slice(METRICS.indexOf('# Metrics'), METRICS.indexOf('## Prometheus'));
  const inRules = [...namesIn(RULES)];
  // How long is too long without a deposit is for each installation to say.
  const without = ['crosstape_ledger_posts_total'];
  const rows = tables.split('\n').flatMap((line) => {
    // A row names figures that begin alike by their first name and the ends of the others.
    const names = [...(line.split(' | ')[0] ?? '').matchAll(/`(\w+)/g)].map(([, name]) => name ?? '');
    return names[0]?.startsWith('crosstape_') ? [names] : [];
  });
  assert.ok(rows.length > 20, String(rows));
  assert.deepEqual(
    rows.filter(([first = '', ...rest]) => {
      const ends = [first, ...rest];
      return !without.includes(first) && !inRules.some((name) => ends.some((end) => name.endsWith(end)));
    }),
    [],
  );
  for (const alert of RULES.split(/^ {6}- alert: /m).slice(1)) {
    assert.match(alert, /^ {8}labels: \{ severity: (page|ticket) \}$/m, alert);
    assert.match(alert, /^ {10}summary: '.+'$/m, alert);
  }
});

test('panels of the dashboard do not overlap and each asks for something', () => {
  const taken = new Set<string>();
  for (const { title, gridPos, targets } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!taken.has(`${x},${y}`), title);
        taken.add(`${x},${y}`);
      }
    }
    if (targets !== undefined)
      assert.ok(
        targets.every(({ expr }) => expr.includes('crosstape_')),
        title,
      );
  }
});

test('Prometheus accepts scrape, rules and panels, and its own tests of the rules pass', {
  skip: NEEDS_PROMTOOL,
}, (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-panels-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  runPromtool('check', 'config', path.join(DEPLOY, 'prometheus/prometheus.yml'));
  runPromtool('test', 'rules', ...TESTS);
  const rules = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }, i) => ({
      record: `panel_${i}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(job|instance)/g, '.*'),
    })),
  );
  const file = path.join(directory, 'panels.json');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  runPromtool('check', 'rules', '--lint=none', file);
});
