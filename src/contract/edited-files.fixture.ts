import { contractFaults } from './agree.fixture.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, readContractFiles } from './files.ts';
import { buildContract } from './load.ts';

const shipped = readContractFiles();

/**
 * The shipped files with one replacement in one of them.
 * @throws Error where `from` is not in the file, so that a test cannot pass without an edit
 */
export function edited(path: string, from: string, to: string, files: ContractFiles = shipped): ContractFiles {
  const text = files.get(path);
  if (text === undefined || !text.includes(from)) throw new Error(`${path} does not hold ${from}`);
  return new Map([...files, [path, text.replace(from, () => to)]]);
}

/** The shipped files without one of them. */
export function without(path: string): ContractFiles {
  if (!shipped.has(path)) throw new Error(`${path} is not there`);
  return new Map([...shipped].filter(([key]) => key !== path));
}

/** The sentence with which these files are refused, or 'no error'. */
export function sentence(files: ContractFiles): string {
  try {
    buildContract(files, 'http://x.example/');
    return contractFaults(files)[0] ?? 'no error';
  } catch (error) {
    if (error instanceof ContractError) return error.message;
    throw error;
  }
}

/** One edit of one file and the sentence it must lead to. */
export interface Case {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly says: string;
}
