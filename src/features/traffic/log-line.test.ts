import { expect, test } from 'vitest';
import { shortProblems } from './log-line.ts';

test('a message is a part of its line, also where it is a sentence', () => {
  const problems = [
    { rule: 'client.soapaction', level: 'observed', message: 'SOAPAction is sent over SOAP 1.2: expected none' },
    { rule: 'record.field-order', level: 'required', message: '<Response_Code> comes after <Inventory_List>.' },
  ] as const;
  expect(shortProblems(problems)).toBe(
    '; record.field-order: <Response_Code> comes after <Inventory_List>; client.soapaction (hint): SOAPAction is sent over SOAP 1.2: expected none',
  );
});
