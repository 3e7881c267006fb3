import { expect, test } from 'vitest';
import { headerValue } from '../../wire/http/exchange.ts';
import { shortRunOver } from './run-operation.fixture.ts';
import { serverThatTakes } from './server-between.fixture.ts';

/** Their variants are all of the base call in the quick profile. */
const OPERATIONS = ['Get_Video_Links_by_Make', 'Get_PartialProd_Resources_vehicle', 'Get_Universal_Seat_Cover'];

test('quick: a connection of its own goes along with other variants, where none of them hides it', async () => {
  const closing: string[] = [];
  const url = await serverThatTakes((request) => {
    const connection = headerValue(request.headers, 'connection') ?? '';
    if (/\bclose\b/i.test(connection)) closing.push(`${connection} ${headerValue(request.headers, 'accept') ?? ''}`);
    return request;
  });
  await shortRunOver(url, OPERATIONS);
  expect(closing.length).toBeGreaterThan(0);
  for (const request of closing) expect(request).toMatch(/^close \S/);
});
