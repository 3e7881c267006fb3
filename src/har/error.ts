/** A HAR from which nothing can be judged: one sentence about it, without the file's name. */
export class HarError extends Error {
  override readonly name = 'HarError';
}
