/** Makes the test of a broken rule fail; the finding itself travels in the test's meta. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
}
