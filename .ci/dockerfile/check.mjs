#!/usr/bin/env node
// Checks the Dockerfile without a container engine: with our rules (rules.mjs), each of which must object to a file that
// breaks it; with dockerfilelint; and by doing its steps in a folder with the tools of node:slim alone, where the image's
// command is then started as another user.
//   node .ci/dockerfile/check.mjs
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { must, run } from '../tarball/sandbox.mjs';
import { lint, rules } from './rules.mjs';
import { buildContext, runSteps, slimPath } from './steps.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dockerfile-'));
chmodSync(folder, 0o755);
const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8');

const say = (line) => process.stdout.write(`${line}\n`);

/** A parser and a linter that are not ours, installed in a folder of their own. */
async function tools() {
  const at = join(folder, 'tools');
  mkdirSync(at);
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', at];
  await must('npm', ['install', ...flags, 'dockerfile-ast@0.7.1', 'dockerfilelint@1.8.0'], { cwd: at });
  const { DockerfileParser } = createRequire(join(at, 'package.json'))('dockerfile-ast');
  return { parse: DockerfileParser.parse, linter: join(at, 'node_modules/.bin/dockerfilelint') };
}

/** The stages of a Dockerfile, each a list of instructions from its FROM on. */
function stagesOf(parse, dockerfile) {
  const stages = [];
  for (const one of parse(dockerfile).getInstructions()) {
    const keyword = one.getKeyword();
    if (keyword === 'FROM') stages.push([]);
    // Without line breaks; the parser returns flags separately.
    const flags = (one.getFlags?.() ?? []).map(String);
    const words = [...flags, one.getArgumentsContent() ?? ''].join(' ');
    stages.at(-1)?.push({ keyword, arguments: words, line: one.getRange().start.line + 1 });
  }
  return stages;
}

/** Rules that do not object to a file which breaks them. */
function blindRules(parse) {
  return rules.filter(({ id, breaks: [from, to] }) => {
    const broken = text.replace(from, to);
    if (broken === text) throw new Error(`rule ${id}: the Dockerfile has nothing like ${from} to break`);
    return !lint(stagesOf(parse, broken)).some((objection) => objection.includes(id));
  });
}

/** Starts the image's command on a machine with nothing but the stage, as a user that owns nothing. */
async function tryImage({ root, workdir, env, entrypoint, command }, path) {
  const cwd = join(root, workdir);
  const [, ...inside] = entrypoint;
  const [file, ...args] = [process.execPath, ...inside.map((word) => (word.startsWith('/') ? join(root, word) : word))];
  const options = {
    cwd,
    env: { PATH: path, HOME: '/nowhere', ...env },
    ...(process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {}),
  };
  const help = await run(file, [...args, ...command], options);
  if (help.code !== 0 || !help.out.includes('Usage: getdata-conformance'))
    throw new Error(`CMD: ${help.out}${help.err}`);
  await must(
    file,
    [...args, 'run', '--embedded', '--profile', 'quick', '--operations', 'McatCodes', '--seed', '3'],
    options,
  );
  const { suite, verdict } = JSON.parse(readFileSync(join(cwd, 'reports/results.json'), 'utf8'));
  if (verdict !== 'conformant' || !suite.validator.startsWith('libxml2-wasm'))
    throw new Error(`the run was ${verdict} by ${suite.validator}`);
  const server = spawn(file, [...args, 'serve', '--host', '0.0.0.0', '--port', '0'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise((resolve, reject) => {
      let said = '';
      server.stdout.setEncoding('utf8').on('data', (more) => {
        said += more;
        const found = /http:\/\/[^\s:]+:(\d+)/.exec(said);
        if (found !== null) resolve(found[1]);
      });
      server.on('exit', () => reject(new Error(`serve ended: ${said}`)));
    });
    const wsdl = await (await fetch(`http://127.0.0.1:${port}/getData.asmx?wsdl`)).text();
    if (!wsdl.includes('definitions')) throw new Error(`serve answered ${wsdl.slice(0, 200)}`);
  } finally {
    server.kill();
  }
  return `McatCodes conformant by ${suite.validator} in ${workdir}/reports, serve answers`;
}

try {
  const { parse, linter } = await tools();
  const stages = stagesOf(parse, text);
  const blind = blindRules(parse);
  const objections = [...lint(stages), ...blind.map(({ id }) => `rule ${id} does not object to a file that breaks it`)];
  const linted = await run(linter, [join(checkout, 'Dockerfile')], { cwd: folder });
  if (linted.code !== 0) objections.push(linted.out);
  if (objections.length > 0) throw new Error(objections.join('\n'));
  say(`ok  ${rules.length} rules hold and each objects to a file that breaks it; dockerfilelint has no objection`);

  const path = slimPath(join(folder, 'bin'));
  const context = buildContext(checkout, join(folder, 'context'));
  const cache = (await must('npm', ['config', 'get', 'cache'], { cwd: checkout })).trim();
  const env = {
    PATH: path,
    HOME: join(folder, 'home'),
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const image = await runSteps(stages, join(folder, 'image'), context, env);
  const size = (await must('du', ['-sm', image.root], {})).split('\t')[0];
  say(`ok  its steps, with no compiler in PATH: ${size} MB above node:slim`);
  say(`ok  its command, as a user who owns nothing: ${await tryImage(image, path)}`);
} catch (error) {
  say(`BROKEN  Dockerfile: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
