import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { withId } from '../options/names.ts';
import { built } from './built.ts';

const EXAMPLES = `
Examples:
  getdata-conformance explain http.content-type
  getdata-conformance explain record.field-order
  getdata-conformance explain client.parameters
  getdata-conformance explain errors.success-status
  getdata-conformance explain fields-swapped
  getdata-conformance explain envelope-prefix`;

export function addExplain(command: Command, { io, finish }: Cli): void {
  command
    .argument('<rule|clause|defect|trait>', 'an id, as `list` prints it')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string) => {
      const texts = built<Readonly<Record<string, string>>>('explanations');
      const all =
        texts === null
          ? (await import('./explanations.ts')).explanations()
          : Object.entries(texts).map(([known, text]) => ({ id: known, text: () => text }));
      io.out(withId('rule, clause, defect or trait', id, all, 'explain').text());
      finish(0);
    });
}
