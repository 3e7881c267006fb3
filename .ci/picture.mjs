// Draws docs/report.png, the picture of README: the report of a faulty reference server, as chromium shows it.
// node .ci/picture.mjs
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'getdata-picture-'));
const server = spawn(
  process.execPath,
  [main, 'serve', '--port', '8080', '--defect', 'fields-swapped@Get_Inventory/soap12'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  await new Promise((resolve) => server.stdout.once('data', resolve));
  const cells = ['--operations', 'Get_Inventory,McatCodes,Get_Video_Links,Get_Year_Restricted'];
  spawnSync(
    process.execPath,
    [main, 'run', 'http://127.0.0.1:8080', ...cells, '--profile', 'quick', '--seed', '7', '--quiet'],
    {
      cwd: folder,
      env: { ...process.env, GETDATA_DEALER_ID: 'D1001', GETDATA_API_KEY: 'key-1001', GETDATA_PASSWORD: 'secret-1001' },
      stdio: 'inherit',
    },
  );
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1150 } });
  await page.goto(pathToFileURL(join(folder, 'reports/report.html')).href);
  await page.screenshot({ path: join(root, 'docs/report.png') });
  await browser.close();
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
