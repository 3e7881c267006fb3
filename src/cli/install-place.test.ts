import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError } from '../base/error.ts';
import { refuseInstallPlace } from './run.ts';

const place = (folder: string): string => pathToFileURL(`${folder}/dist/cli/install-place.js`).href;

test.each(['/srv/a#1', '/srv/what?', '/srv/100%', '/srv/a%20b'])(
  'a package in %s is refused in one sentence',
  (folder) => {
    const refused = (): void => refuseInstallPlace(place(folder));
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(
      /^the suite can't run from \/srv\/.*: '[#?%]' in a path is not read literally; install it elsewhere$/,
    );
    expect(refused).toThrow(folder);
  },
);

test.each(["/srv/it's a path", '/srv/ünï [x] (1) & more', '/srv/@scope+1!'])('a package in %s is not', (folder) => {
  expect(() => refuseInstallPlace(place(folder))).not.toThrow();
});
