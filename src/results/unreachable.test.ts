import { expect, test } from 'vitest';
import { STRAIGHT } from '../wire/http/run-route.ts';
import { unreachableText } from './unreachable.ts';

const trouble = { kind: 'unresolved', message: 'getaddrinfo ENOTFOUND host.example' } as const;

test('a name that leads nowhere is asked about, unless a proxy resolves it', () => {
  const target = 'http://host.example';
  expect(unreachableText({ target, route: STRAIGHT }, trouble)).toBe(
    `${target} can't be reached: getaddrinfo ENOTFOUND host.example. Is the name of the host right, and can this machine resolve it?`,
  );
  const route = { ...STRAIGHT, proxy: 'http://proxy.example:3128' };
  expect(unreachableText({ target, route }, trouble)).toContain('Is the proxy right');
});
