import { describe, expect, onTestFinished, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import {
  byId,
  changedIds,
  clientOf,
  contract,
  NO_POOLS,
  observed,
  optionsWith,
  serverWith,
} from './observe.fixture.ts';
import { observeTarget, planObservations } from './observe.ts';

/** Answers 400 where the request names a DealerID and no ProductID. */
const missingGets400: Mutation = {
  applies: (operation) => operation === 'Get_Basevehicle_Images',
  response: (response, { request }) => {
    const text = `${request.path}${new TextDecoder().decode(request.body)}`;
    return /DealerID/i.test(text) && !/ProductID/i.test(text) ? { ...response, status: 400 } : response;
  },
};

describe('observing the reference server', () => {
  test('two runs give equal fingerprints, each with a status', async () => {
    const url = await serverWith([]);
    const first = await observed(url);
    expect(changedIds(first, await observed(url))).toEqual([]);
    expect(first.filter(({ fingerprint }) => typeof fingerprint.status !== 'number')).toEqual([]);
  });

  test('leaves it serving, and takes fewer than 200 requests, all of them reads', async () => {
    const asked: string[] = [];
    const spy: Mutation = {
      applies: (operation) => asked.push(operation) > 0,
    };
    const options = optionsWith({});
    const client = clientOf(await serverWith([spy]), options);
    const observations = await observeTarget(client, options, NO_POOLS);
    process.stdout.write(`observations: ${observations.length}, in ${client.requests()} requests\n`);
    expect(client.requests()).toBeGreaterThan(observations.length);
    expect(client.requests()).toBeLessThan(200);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked).not.toContain('Add_toCart');
    const stable = byId(await observeTarget(client, options, NO_POOLS)).get(
      'observe.stability@Get_Basevehicle_Images/soap12#again',
    );
    expect(stable).toMatchObject({ status: 200, data: 'some', sameAsBase: true });
  });

  test('shows what it does where the document is silent', async () => {
    const seen = byId(await observed(await serverWith([])));
    const at = (place: string) => seen.get(place);
    expect(at('observe.parameter-missing@Get_Basevehicle_Images/http-get#ProductID')).toMatchObject({
      status: 500,
      body: 'text/plain error',
    });
    expect(at('observe.parameter-not-a-number@Get_Basevehicle_Images/soap12#Basevehicle.text')).toMatchObject({
      envelope: 'soap12',
      fault: 'Sender',
    });
    expect(at('observe.media-type@Get_Basevehicle_Images/soap11#soap12')).toMatchObject({ status: 415, body: 'empty' });
    expect(at('observe.methods@endpoint#PUT')).toMatchObject({ status: 405 });
    expect(at('observe.wsdl@endpoint#wsdl')).toMatchObject({ status: 200, root: 'definitions' });
    expect(at('observe.parameter-reordered@Get_Basevehicle_Images/http-post#reversed')).toMatchObject({
      sameAsBase: true,
    });
    expect(at('observe.soapaction-other@Get_Basevehicle_Images/soap11#Get_Video_Links')).toMatchObject({
      root: 'Envelope/Get_Video_LinksResponse',
    });
  });
});

describe('another behaviour', () => {
  test('where the fields of the header come in another order shows that their filter is lost', async () => {
    const inOrder: Mutation = {
      applies: (operation) => operation === 'GetModel_VehicleType',
      header: (block, { request }) => {
        const text = new TextDecoder().decode(request.body);
        return text.indexOf('<Filtervehicles>') > text.indexOf('<OnlyMake>') ? null : block;
      },
    };
    const id = 'observe.header-reordered@GetModel_VehicleType/soap11#reversed';
    const [right, lost] = [await observed(await serverWith([])), await observed(await serverWith([inOrder]))];
    expect(byId(right).get(id)).toMatchObject({ status: 200, sameAsBase: false });
    expect(byId(lost).get(id)).toMatchObject({ status: 200, sameAsBase: true });
    expect(changedIds(right, lost).filter((one) => one.endsWith('soap11#reversed'))).toEqual([id]);
  });

  test('in answer to a missing parameter changes the fingerprints of that and no others', async () => {
    const before = await observed(await serverWith([]));
    const after = await observed(await serverWith([missingGets400]));
    expect(changedIds(before, after)).toEqual(
      bindingNames.map((binding) => `observe.parameter-missing@Get_Basevehicle_Images/${binding}#ProductID`),
    );
    expect(byId(after).get('observe.parameter-missing@Get_Basevehicle_Images/soap11#ProductID')?.status).toBe(400);
  });

  test('between equal reads is instability, and then no difference is attributed to a variant', async () => {
    const counting: Mutation = {
      applies: (operation) => operation === 'Get_Basevehicle_Images',
      text: (xml, { n }) => xml.replace(/<Filename>[^<]*/, `<Filename>${n}.jpg`),
    };
    const seen = byId(await observed(await serverWith([counting])));
    expect(seen.get('observe.stability@Get_Basevehicle_Images/soap11#again')?.sameAsBase).toBe(false);
    expect(seen.get('observe.parameter-reordered@Get_Basevehicle_Images/soap11#reversed')?.sameAsBase).toBeNull();
    expect(seen.get('observe.stability@Get_Video_Links/soap11#again')?.sameAsBase).toBe(true);
  });
});

test('a credential that the server echoes is in no fingerprint', async () => {
  const secret = 'top-secret-key-0815';
  const echo: Mutation = {
    applies: () => true,
    response: (response) => ({
      ...response,
      headers: [
        ...response.headers.filter(([name]) => !/^content-type$/i.test(name)),
        ['Content-Type', `text/${secret}`],
        ['Cache-Control', secret],
      ],
    }),
  };
  const options = optionsWith({ credentials: { DealerID: 'D1001', APIKEY: secret } });
  const text = JSON.stringify(await observed(await serverWith([echo]), options));
  expect(text).toContain('GETDATA_API_KEY');
  expect(text).not.toContain(secret);
});

test('a target that answers nothing is given up after a few time limits', async () => {
  const server = await startRawServer(() => {});
  onTestFinished(() => server.close());
  const { limits } = optionsWith({});
  const observations = await observed(
    server.url.origin,
    optionsWith({ limits: { ...limits, concurrency: 2, timeoutMs: 50 } }),
  );
  expect(observations).toHaveLength(4);
  expect(observations[0]?.fingerprint).toEqual({ status: null, trouble: 'timeout', sameAsBase: null });
});

describe('the plan', () => {
  const plan = (changes: Parameters<typeof optionsWith>[0]) =>
    planObservations(contract, optionsWith(changes), NO_POOLS);

  test('has no id twice, whatever is selected', () => {
    for (const changes of [{}, { operations: ['Get_Video_Links'] }, { operations: ['Get_Inventory', 'McatCodes'] }]) {
      const ids = plan(changes).map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(50);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !/^observe\.[a-z0-9.-]+@[A-Za-z_]+(\/[a-z0-9-]+)?#[A-Za-z0-9_.-]+$/.test(id))).toEqual(
        [],
      );
    }
  });

  test('is the same for every profile', () => {
    const ids = (profile: 'quick' | 'thorough') => plan({ profile }).map(({ id }) => id);
    expect(ids('quick')).toEqual(ids('thorough'));
  });

  test('keeps to the bindings and operations that are selected, and never takes one that writes', () => {
    const [soap, write] = [plan({ bindings: ['soap12'] }), plan({ operations: ['Add_toCart'], includeWrites: true })];
    expect(new Set(soap.map(({ cell }) => cell.binding))).toEqual(new Set(['soap12']));
    expect(write).toEqual([]);
    const inventory = plan({ operations: ['Get_Inventory'] });
    expect(new Set(inventory.map(({ cell }) => cell.operation.name))).toEqual(new Set(['Get_Inventory']));
  });
});
