/** @param instructions - of one stage, as { keyword, arguments, line } */
function last(instructions, keyword) {
  return instructions.filter((one) => one.keyword === keyword).at(-1)?.arguments ?? '';
}

const isJson = (text) => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

/** A rule that objects to single instructions. */
const each = (keyword, bad) => (stages) => stages.flat().filter((one) => one.keyword === keyword && bad(one.arguments));

/** A rule about the stage that becomes the image, its last. */
const image = (bad) => (stages) => (bad(stages.at(-1)) ? stages.at(-1).slice(0, 1) : []);

const BASE = /^node:\d+\.\d+\.\d+-\w+-slim@sha256:[0-9a-f]{64}( AS \w+)?$/;

/**
 * The rules for the Dockerfile: hadolint's, by hadolint's numbers, and our own. `judge` gets the stages, each a
 * list of instructions, and returns those it objects to; `breaks` is a change of the file that it must object to.
 */
export const rules = [
  {
    id: 'DL3006 DL3007',
    says: 'the base is node:<whole version>-<release>-slim, by its digest',
    judge: each('FROM', (text) => !BASE.test(text)),
    breaks: [/^FROM \S+$/m, 'FROM node:latest'],
  },
  {
    id: 'DL3002',
    says: 'the last user is not root',
    judge: image((stage) => ['', 'root', '0'].includes(last(stage, 'USER').split(':')[0])),
    breaks: [/^USER node$/m, 'USER root'],
  },
  { id: 'DL3020', says: 'COPY, never ADD', judge: each('ADD', () => true), breaks: [/^COPY specs/m, 'ADD specs'] },
  {
    id: 'DL3000',
    says: 'WORKDIR is absolute',
    judge: each('WORKDIR', (text) => !text.startsWith('/')),
    breaks: [/^WORKDIR \/work$/m, 'WORKDIR work'],
  },
  {
    id: 'DL3003',
    says: 'WORKDIR, never cd',
    judge: each('RUN', (text) => /(^|[\s;&|])cd\s/.test(text)),
    breaks: [/^RUN npm run build$/m, 'RUN cd /build && npm run build'],
  },
  {
    id: 'DL3004',
    says: 'no sudo',
    judge: each('RUN', (text) => /\bsudo\b/.test(text)),
    breaks: [/^RUN npm ci/m, 'RUN sudo npm ci'],
  },
  {
    id: 'DL3008 DL3009 DL3015',
    says: 'no package of the distribution',
    judge: each('RUN', (text) => /\b(apt|apt-get|apk)\b/.test(text)),
    breaks: [/^RUN npm run build$/m, 'RUN apt-get install -y g++ && npm run build'],
  },
  {
    id: 'DL3016',
    says: 'packages come from the lock file',
    judge: each('RUN', (text) => /\bnpm (i|install|add|update)\b|\bnpx\b/.test(text)),
    breaks: [/npm ci/, 'npm install'],
  },
  {
    id: 'DL3025',
    says: 'CMD and ENTRYPOINT are JSON lists',
    judge: (stages) => [
      ...each('CMD', (text) => !isJson(text))(stages),
      ...each('ENTRYPOINT', (text) => !isJson(text))(stages),
    ],
    breaks: [/^CMD .*$/m, 'CMD --help'],
  },
  {
    id: 'DL3045',
    says: 'COPY into a WORKDIR of the stage',
    judge: (stages) =>
      stages.flatMap((stage) => {
        const at = stage.findIndex(({ keyword }) => keyword === 'WORKDIR');
        return stage.filter(({ keyword }, index) => keyword === 'COPY' && (at === -1 || index < at));
      }),
    breaks: [/^WORKDIR \/build\n/m, ''],
  },
  {
    id: 'DL4003 DL4004',
    says: 'one CMD, one ENTRYPOINT',
    judge: image((stage) =>
      ['CMD', 'ENTRYPOINT'].some((keyword) => stage.filter((one) => one.keyword === keyword).length !== 1),
    ),
    breaks: [/^CMD .*$/m, 'CMD ["a"]\nCMD ["b"]'],
  },
  {
    id: 'no compiler',
    says: 'npm runs no install scripts',
    judge: each('RUN', (text) =>
      text.split('&&').some((one) => /\bnpm (ci|prune)\b/.test(one) && !one.includes('--ignore-scripts')),
    ),
    breaks: [/ --ignore-scripts/, ''],
  },
  {
    id: 'no secret',
    says: 'no secret is in the image',
    judge: (stages) =>
      stages
        .flat()
        .filter(
          ({ keyword, arguments: text }) =>
            ['ARG', 'ENV'].includes(keyword) && /KEY|PASSWORD|TOKEN|SECRET|DEALER/i.test(text),
        ),
    breaks: [/^ENV .*$/m, 'ENV GETDATA_PASSWORD=x'],
  },
  {
    id: 'volume',
    says: 'the folder of the reports is a volume',
    judge: image((stage) => last(stage, 'VOLUME') === '' || last(stage, 'VOLUME') !== last(stage, 'WORKDIR')),
    breaks: [/^VOLUME .*$/m, 'VOLUME /data'],
  },
];

/** What the rules object to: 'line 3: DL3020, COPY, never ADD: ADD specs specs'. */
export function lint(stages) {
  return rules.flatMap(({ id, says, judge }) =>
    judge(stages).map((one) => `line ${one.line}: ${id}, ${says}: ${one.keyword} ${one.arguments}`),
  );
}
