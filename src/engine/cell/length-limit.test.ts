import { expect, test } from 'vitest';
import type { RunOptions } from '../../options/model.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import type { InRequest } from '../../reference/wire/message.ts';
import { everywhere, runOf } from './run-operation.fixture.ts';

/** A server that refuses some requests. */
const refusing = (isRefused: (request: InRequest) => boolean, status = 400): Mutation => ({
  applies: everywhere,
  request: (request) => {
    const headers: [string, string][] = [['Content-Length', '0']];
    return isRefused(request)
      ? { answer: { status, reason: null, headers, body: Buffer.alloc(0), raw: null } }
      : request;
  },
});

/** The required findings, and what the rules on spellings find. */
async function foundIn(server: Mutation, bindings: RunOptions['bindings']) {
  const { findings } = await runOf('Get_Submodel_Restricted', [server], { bindings });
  return findings.filter(({ rule, level }) => level === 'required' || /^request\.(infoset|url-encoding)$/.test(rule));
}

/** From above the plain call of every binding, and below the longest spelling of a call with texts; in turns over bindings. */
const limits = Array.from({ length: 10 }, (_, n) => 410 + 10 * n);

test.each(limits)(
  'a limit of %s characters in an address, or of 200 more in a body, is none of a spelling',
  async (most) => {
    const refused = refusing(({ path, body }) => path.length > most || body.length > most + 200);
    expect(await foundIn(refused, most % 20 === 0 ? ['soap11', 'http-post'] : ['soap12', 'http-get'])).toEqual([]);
  },
);

test('a spelling that is refused is found in calls that are shorter than the limit', async () => {
  const server = refusing(({ path, body }) => path.length > 500 || Buffer.from(body).includes('CDATA'));
  const found = await foundIn(server, ['soap11', 'soap12']);
  expect(found.map(({ rule, level, binding, spelling }) => [rule, level, binding, spelling?.join('+')])).toEqual([
    ['request.infoset', 'required', 'soap11', 'cdata'],
    ['request.infoset', 'required', 'soap12', 'cdata'],
  ]);
});

test('a text that a firewall refuses is named by the piece that it refuses', async () => {
  const server = refusing(({ path, body }) =>
    /'\s*UNION\s+SELECT/.test(decodeURIComponent(path.replaceAll('+', ' ')) + Buffer.from(body)),
  );
  const { findings } = await runOf('Get_Submodel_Restricted', [server], { bindings: ['soap12', 'http-get'] });
  const refused = findings.filter(({ rule }) => rule === 'request.text-fidelity');
  const pieces = refused.map(({ message }) => /is refused: '(.*)'[.;]/.exec(message)?.[1]);
  expect(new Set(pieces)).toEqual(new Set(["' UNION SELECT"]));
});

test('a firewall that forbids some texts leaves no cell open', async () => {
  const isForbidden = (text: string): boolean => /<script|\.\.\/|\$[{(]/.test(text);
  const server = refusing(
    ({ path, body }) => isForbidden(decodeURIComponent(path.replaceAll('+', ' ')) + Buffer.from(body)),
    403,
  );
  const pools = await harvested();
  for (const operation of ['GetModel_VehicleType', 'GetSubmodel_VehicleType']) {
    const { cells, findings } = await runOf(operation, [server], { profile: 'quick', runs: 5, pools });
    expect(cells.map(({ verdict }) => verdict)).not.toContain('inconclusive');
    expect(findings.filter(({ level }) => level === 'required')).toEqual([]);
  }
});
