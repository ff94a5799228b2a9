import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressTo } from './guide-page.ts';

test('the addresses of the examples become those of this service', () => {
  const origins = { main: 'http://box.local:9000', bot: 'https://bot.example.org' };
  const rows: readonly (readonly [written: string, shown: string])[] = [
    ['curl -s http://127.0.0.1:8080/api/feed', 'curl -s http://box.local:9000/api/feed'],
    ['curl localhost:8080/api', 'curl box.local:9000/api'],
    // Without a scheme curl asks for http.
    ['curl localhost:8081/api/bot/tape', 'curl https://bot.example.org/api/bot/tape'],
    ['http://127.0.0.1:80801 and 127.0.0.1:5432', 'http://127.0.0.1:80801 and 127.0.0.1:5432'],
  ];
  for (const [written, shown] of rows) assert.equal(addressTo(written, origins), shown);
  assert.equal(addressTo('localhost:8081', { main: 'http://a', bot: null }), 'localhost:8081');
});
