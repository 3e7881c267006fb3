import type { Command } from 'commander';
import { knownName } from '../config/names.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { tableText } from '../report/terminal/table.ts';
import type { Cli } from '../run/command-io.ts';
import { type Listing, listings } from './listings.ts';

const EXAMPLES = `
Examples:
  getdata-conformance list rules
  getdata-conformance list requirements --json`;

/** Adds `list rules|operations|requirements|defects`. */
export function addList(command: Command, { io, finish }: Cli): void {
  command
    .argument('<what>', Object.keys(listings).join(', '))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((what: string, { json }: { readonly json?: boolean }) => {
      const names = Object.keys(listings) as (keyof typeof listings)[];
      const name = knownName('list', what, names, 'list');
      const listing: Listing = listings[name](loadContract(defaultNamespace()));
      io.out(json === true ? `${JSON.stringify(listing.data, null, 2)}\n` : tableText(listing.table, io.terminal));
      finish(0);
    });
}
