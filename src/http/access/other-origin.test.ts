import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OtherServer } from './origins.ts';
import { findOtherPage } from './other-origin.ts';

test('a page of the other address is known by host and port, or by the address that the operator names', () => {
  const near: OtherServer = { publicUrl: null, port: () => 8081 };
  const proxied: OtherServer = { publicUrl: 'https://bot.example.org/', port: () => 8081 };
  const rows: [other: OtherServer | null, origin: string | undefined, hostname: string, is: boolean][] = [
    [near, 'http://localhost:8081', 'localhost', true],
    [near, 'http://[::1]:8081', '[::1]', true],
    [{ ...near, port: () => 80 }, 'http://localhost', 'localhost', true],
    [{ ...near, port: () => null }, 'http://localhost', 'localhost', false],
    [near, 'http://localhost:8082', 'localhost', false],
    [near, 'http://127.0.0.1:8081', 'localhost', false],
    [near, 'https://localhost:8081', 'localhost', false],
    [near, 'http://evil.example:8081', 'localhost', false],
    [near, 'null', 'localhost', false],
    [near, undefined, 'localhost', false],
    [near, 'http://localhost:8081', '', false],
    [proxied, 'https://bot.example.org', 'api.example.org', true],
    [proxied, 'https://bot.example.org.evil.example', 'api.example.org', false],
    [proxied, 'http://api.example.org:8081', 'api.example.org', false],
    [null, 'http://localhost:8081', 'localhost', false],
  ];
  for (const [other, origin, hostname, is] of rows) {
    const request = { protocol: 'http' as const, hostname, headers: origin === undefined ? {} : { origin } };
    assert.equal(findOtherPage(request, other), is ? origin : null, `${origin} at ${hostname}`);
  }
});
