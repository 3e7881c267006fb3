import type { Contract } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { Finding } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { findingOf, responseOf, resultsWith } from './results.fixture.ts';

/** All that could harm a page: markup that runs or loads, terminal escapes, characters that hide or turn text. */
export const HOSTILE = [
  '</script><script>window.harmed = 1</script></style></title></pre>-->]]>',
  '<svg onload="window.harmed = 1"><img src="http://127.0.0.1:9/x" onerror="window.harmed = 1">',
  '<style>* { display: none }</style><a href="javascript:window.harmed=1">a</a>" onclick="window.harmed=1',
  '&lt;b&gt; \u001b[31mred\u001b]0;title\u0007 \u202Egnp.exe\u202C \u2066x\u2069 \u0000\u0000 a\u00a0b\ufeff\u200b \r \u2028',
  `\ud800 e${'\u0301'.repeat(50)} \u05e9\u05dc\u05d5\u05dd \u{1F469}\u200d\u{1F4BB} ${'W'.repeat(3000)}`,
].join(' ');

/** A finding in which the target chose every string that it can choose. */
function hostileFinding(finding: Partial<Finding> = {}): Finding {
  const body = `\ufeff<?xml version="1.0"?><a b="${HOSTILE}">${HOSTILE}<!-- ${HOSTILE} --><c>\r\n${HOSTILE}</c>`;
  return findingOf({
    message: HOSTILE,
    location: `/${HOSTILE} (line 1, column 30)`,
    expected: HOSTILE,
    actual: HOSTILE,
    cause: `record.unknown-field:${HOSTILE}`,
    requirements: [HOSTILE, 'service.xml'],
    call: { operation: 'Get_Inventory', values: { [HOSTILE]: HOSTILE }, header: { [HOSTILE]: [HOSTILE] } },
    exchange: {
      request: { method: HOSTILE, url: `http://x/${HOSTILE}`, headers: [[HOSTILE, HOSTILE]], body: HOSTILE },
      response: responseOf({
        body,
        reason: HOSTILE,
        version: HOSTILE,
        headers: [[HOSTILE, HOSTILE]],
        surplus: 4,
        complete: false,
      }),
      durationMs: 1,
    },
    reproduce: { command: HOSTILE, curl: HOSTILE },
    ...finding,
  });
}

/** Bytes that are not text, and bytes that are nearly UTF-8. */
const bytes = [
  Buffer.from('<a>caf\xe9 \xe2\x82 \xff\x00</a>', 'latin1'),
  Buffer.from([31, 139, 8, 0, 0, 0, 0, 3, 1, 2]),
];

/** Results of a target that tries everything it can. */
export function hostileResults(contract: Contract): Results {
  const broken = bytes.map((body, index) =>
    hostileFinding({
      rule: index === 0 ? 'xml.encoding' : 'xml.well-formed',
      cause: `bytes ${index}`,
      exchange: {
        request: findingOf().exchange.request,
        response: responseOf({ body: HOSTILE, base64: body.toString('base64') }),
        durationMs: 1,
      },
    }),
  );
  const silent = hostileFinding({
    rule: 'http.answer',
    level: 'recommended',
    cause: 'silent',
    exchange: {
      request: findingOf().exchange.request,
      response: { trouble: { kind: 'framing', message: HOSTILE } },
      durationMs: 1,
    },
  });
  return resultsWith(contract, [hostileFinding(), ...broken, silent], {
    target: `http://x/${HOSTILE}`,
    namespace: HOSTILE,
    warnings: [HOSTILE],
    inconclusive: [
      {
        operation: 'Get_Inventory',
        binding: 'soap11',
        rule: 'record.coverage',
        reason: HOSTILE,
        reasonCode: 'nothing-to-judge',
      },
    ],
    observations: [
      {
        id: `observe.x@y#${HOSTILE}`,
        operation: 'Get_Inventory',
        binding: 'soap11',
        probe: HOSTILE,
        fingerprint: { [HOSTILE]: HOSTILE },
      },
    ],
    coverage: {
      fields: [{ operation: 'Get_Inventory', binding: 'soap11', path: HOSTILE, seen: false, needed: true }],
      parameters: [{ operation: 'Get_Inventory', binding: 'soap11', parameter: HOSTILE, values: 2 }],
      requirements: [{ id: 'service.xml', verdict: 'fail', rules: [HOSTILE] }],
      headerValues: [{ operation: 'GetModel_VehicleType', binding: 'soap11', field: HOSTILE, value: HOSTILE }],
      traits: [{ binding: 'soap11', traits: [{ trait: HOSTILE, times: 1 }], pairs: { sent: 1, possible: 2 } }],
    },
    baseline: {
      file: HOSTILE,
      entries: [
        {
          rule: HOSTILE,
          operation: HOSTILE,
          binding: HOSTILE,
          owner: HOSTILE,
          reason: HOSTILE,
          expires: null,
          line: 3,
          state: 'nothing',
        },
      ],
    },
  });
}

/** Every rule broken in every cell, each with its own cause, by hostile answers of 64 KiB: the largest report. */
export function crowdedResults(contract: Contract): Results {
  const body = HOSTILE.repeat(20).slice(0, 65_536);
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
  const findings = cells.flatMap((cell) =>
    rulesFor(cell, contract, rules).map(({ id, level }) =>
      hostileFinding({
        rule: id,
        level,
        operation: cell.operation.name,
        binding: cell.binding,
        cause: `${id} ${cell.operation.name} ${cell.binding}`,
        exchange: { request: findingOf().exchange.request, response: responseOf({ body }), durationMs: 1 },
      }),
    ),
  );
  return resultsWith(contract, findings);
}
