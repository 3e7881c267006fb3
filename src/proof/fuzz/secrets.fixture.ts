import fc from 'fast-check';
import { expect } from 'vitest';
import { encodedForms } from '../../results/record/encoded.fixture.ts';
import { redactor } from '../../results/record/redact.ts';
import type { Subject } from './subject.fixture.ts';

/** Left out: secrets that look like marks themselves or like the layout of tags, and those of few letters (SECURITY.md). */
const secrets = fc
  .string({ unit: fc.constantFrom(...'aZn09 -=+/\\&<>"\'%[]!.#;_é€'), minLength: 8, maxLength: 24 })
  .filter((text) => text.trim() === text && !/[=\\&%<\]]{3}|\s{2}|><|]]>|\\[nr]|%0[ad]|&#/i.test(text))
  .filter((text) => text.replaceAll(/%[\da-f]{2}|[\s+=\\:-]/gi, '').length >= 6);

/** Any secret in any form is masked, and the text beside it stays. */
export const maskedSecrets: Subject = {
  name: 'secrets',
  inputs: secrets,
  runs: 50,
  check: (secret) => {
    const redact = redactor({ APIKEY: secret }, []);
    for (const [form, text] of Object.entries(encodedForms(secret))) {
      const shown = redact(`{before}${text}{after}`);
      expect(shown, form).toContain('${GETDATA_API_KEY}');
      expect(shown.length, `${form}: ${shown}`).toBeLessThan('{before}${GETDATA_API_KEY}{after}'.length + 16);
    }
  },
};
