import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared, serving } from '../../cli/compare.fixture.ts';
import { certificateText } from '../../features/certify/certificate.tsx';
import { factsOf } from '../../features/certify/facts.ts';
import { put, trusted } from '../../features/certify/registry/registry.fixture.ts';
import { buildRegistry } from '../../features/certify/registry/site.ts';
import { evidenceOf, program, wholeRun } from '../../features/certify/run.fixture.ts';
import { diffResults } from '../../features/comparison/runs/diff.ts';
import { htmlDiff } from '../../features/comparison/runs/views/page.tsx';
import { comparisonPage } from '../../features/comparison/servers/views/page.tsx';
import { findings, fleetOf, gone, left, ran } from '../../features/fleet/fold.fixture.ts';
import { fleetPage } from '../../features/fleet/views/page.tsx';
import { writeSite } from '../../features/history/site.ts';
import { addRun } from '../../features/history/store.ts';
import { clientReport } from '../../features/traffic/client-report.ts';
import { contract, servedPage } from '../../features/traffic/live/live.fixture.ts';
import { exchangeOf } from '../../features/traffic/traffic.fixture.ts';
import { clientPage } from '../../features/traffic/views/page.tsx';
import { folderOf } from '../../results/target-folder.ts';
import { htmlReport } from '../../views/html/report.tsx';
import { findingOf, responseOf, resultsWith } from '../../views/html/results.fixture.ts';

const target = 'http://vendor.example/ws';
const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><Get_InventoryResponse xmlns="${contract.namespace}"><Get_InventoryResult><Inventory_List><Inventory_item><ItemNo>SC-1001</ItemNo><Application_ID>APP-1</Application_ID><Quantity>14</Quantity></Inventory_item></Inventory_List><Response_Code>0</Response_Code></Get_InventoryResult></Get_InventoryResponse></soap:Body></soap:Envelope>`;
const column = body.indexOf('<Response_Code>') + 1;
const request = {
  method: 'POST',
  url: `${target}/getData.asmx`,
  headers: [['Content-Type', 'application/soap+xml; charset=utf-8']] as const,
  body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><Get_Inventory xmlns="${contract.namespace}"><Application_ID>APP-1</Application_ID><ItemNo>SC-1001</ItemNo></Get_Inventory></soap:Body></soap:Envelope>`,
};

/** A finding as a run against a real server has it. */
export const order = findingOf({
  requirements: ['records.Inventory_Response.fields'],
  expected: '<Response_Code> before <Inventory_List>',
  location: `/Get_InventoryResponse/Get_InventoryResult/Response_Code (line 1, column ${column})`,
  exchange: { request, response: responseOf({ body }), durationMs: 1.5 },
});

/** A run with one finding. */
export const withOneFinding = resultsWith(contract, [order], { target });

/** Every page that the product makes, written below a folder or served: name → address. */
export async function everyPage(folder: string): Promise<Readonly<Record<string, string>>> {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, `${name}.html`), text);
    return `file://${folder}/${name}.html`;
  };
  const bom = findingOf({ rule: 'xml.bom', level: 'recommended', binding: 'http-get', cause: 'xml.bom:a' });
  const day = (at: number) => ({ startedAt: `2026-01-0${at}T03:04:05.678Z` });
  const identity = { wsdlSha256: 'a'.repeat(64), certificateSha256: null };
  const good = resultsWith(contract, [], { target, identity, ...day(1) });
  const many = resultsWith(contract, [order, bom, ...findings(9)], { target });
  const bad = resultsWith(contract, [order, bom], { target, identity, ...day(2) });
  const history = { folder, name: 'history' };
  for (const run of [good, bad, { ...good, target: 'http://other.example/ws' }]) await addRun(history, run, 'a.json');
  await writeSite(history);
  const all = join(folder, 'registry');
  put(join(all, 'new'), { startedAt: '2026-12-01T08:00:00.000Z' });
  put(join(all, 'withdrawn'), { target: 'http://other.example/ws', revoked: 'The server was replaced.' });
  const { registry } = await buildRegistry({ folder, name: 'registry' }, [trusted.publicKey], program);
  const { evidence } = evidenceOf(wholeRun());
  const { comparison } = await compared(await serving(), await serving(['fields-swapped', 'wsdl-parameter-order']));
  const { log, url } = await servedPage();
  const right = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
  for (const path of [right, right, right.replace('ItemNo', 'itemno'), right.replace('getData', 'GetData')])
    log.add(exchangeOf(path, { client: 'zeep', answer: body }));
  const session = { target: url, ...day(1), durationMs: 4200, expected: ['McatCodes'] };
  const links = [['results.json', 'results.json']] as const;
  return {
    report: file('report', htmlReport(withOneFinding, contract, links)),
    'report-conformant': file('report-conformant', htmlReport(good, contract, links)),
    'report-many': file('report-many', htmlReport(many, contract, links)),
    comparison: file('compare', comparisonPage(comparison)),
    diff: file('diff', htmlDiff(diffResults(good, bad, { oldFile: 'old.json', newFile: 'new.json' }))),
    fleet: file(
      'league',
      fleetPage(fleetOf(ran('broken', findings(2, 1)), ran('gone', [], gone), ran('healthy'), left('left'))),
    ),
    history: `file://${folder}/history/site/index.html`,
    'history-target': `file://${folder}/history/site/targets/${folderOf(target)}.html`,
    'history-rule': `file://${folder}/history/site/rules/record.field-order.html`,
    registry: `file://${folder}/registry/site/index.html`,
    'registry-target': `file://${folder}/registry/site/targets/${folderOf(registry.statements[0]?.target ?? '')}.html`,
    certificate: file('certificate', certificateText(factsOf(evidence, 'c'.repeat(64)))),
    client: file('client', clientPage(clientReport(log.summary(), session, contract), contract)),
    live: `${url}/__conformance/`,
    sandbox: `${await serving()}/getData.asmx`,
    'sandbox-operation': `${await serving()}/getData.asmx?op=Get_Inventory`,
  };
}
