import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import type { Flags } from '../options/flags.ts';
import { knownName } from '../options/names.ts';
import { tableText } from '../views/terminal/table.ts';
import { built } from './built.ts';
import type { Listing } from './listings.ts';

const EXAMPLES = `
Examples:
  getdata-conformance list rules
  getdata-conformance list rules --wsdl shop.wsdl
  getdata-conformance list requirements --json`;

/** What can be listed. */
export const LISTS = ['rules', 'operations', 'requirements', 'defects', 'variations', 'traits'] as const;

export function addList(command: Command, { io, finish }: Cli): void {
  command
    .argument('<what>', LISTS.join(', '))
    .option('--json', 'print JSON')
    .option(
      '--wsdl <file or url>',
      'of rules: those on a service that this WSDL describes, and why others do not apply',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (what: string, { json, wsdl }: { readonly json?: boolean } & Flags<'wsdl'>) => {
      const name = knownName('list', what, LISTS, 'list');
      if (wsdl !== undefined && name !== 'rules')
        throw new ConfigError(`--wsdl is for \`list rules\`, and ${name} are listed`);
      const { data, table } = (wsdl === undefined ? built<Listing>(name) : null) ?? (await computed(name, wsdl, io));
      const columns = io.terminal ? (io.columns?.() ?? 80) : null;
      io.out(json === true ? jsonText(data) : tableText(table, columns));
      finish(0);
    });
}

async function computed(name: (typeof LISTS)[number], wsdl: string | undefined, io: Cli['io']): Promise<Listing> {
  const { listings, listRulesBy } = await import('./listings.ts');
  return wsdl === undefined ? listings[name]() : listRulesBy(wsdl, io);
}
