import { describe, expect, test } from 'vitest';
import { requestOf } from '../../wire/soap/request-of.ts';
import { probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import type { Draw } from '../probe.ts';
import { answer, base, cellOf, contract, judged, levelsOf, ruleNamed } from './parameters.fixture.ts';
import { textChange } from './text-change.ts';

describe('request.text-fidelity', () => {
  const texts = { Make: '~', Model: 'null', Year: '12:30' };
  const draw: Draw = {
    ...NOTHING_DRAWN,
    wholes: () => Object.values(texts).map((text) => [{ code: 'word-1', label: `the text '${text}'`, text }]),
  };
  const submodels = cellOf('Get_Submodel_Restricted', 'http-get');
  const probing = probingOf(ruleNamed('request.text-fidelity'));
  const probes = probing?.plan(submodels, base({ ProductID: 'P' }, 'Get_Submodel_Restricted'), contract, draw) ?? [];
  const [together, ...others] = probes.filter(({ parts = [] }) => parts.some(({ code }) => code === 'Make-word-1'));

  test('whole values of all parameters are sent in one call, and what is changed is named', () => {
    expect(others).toEqual([]);
    expect(together?.sent?.values).toMatchObject(texts);
    expect(together?.parts?.map(({ code }) => code)).toEqual(expect.arrayContaining(['Year-word-1', 'Make-word-1']));
    const answerOf = (values: Readonly<Record<string, string>>) =>
      answer(submodels, ['Year', 'Make', 'Model'].map((name) => `<${name}>${values[name]}</${name}>`).join(''));
    const says = (got: Readonly<Record<string, string>>) =>
      together && probing?.judge(answerOf(together.call.values), answerOf(got), together, contract, new Set(), null);
    expect(says({ ...texts })).toEqual([]);
    expect(says({ ...texts, Make: '' })).toMatchObject([
      { code: 'Make-word-1', text: "Make with the text '~' comes back changed", cause: 'request.text-fidelity:word' },
    ]);
  });

  const cell = cellOf('GetModel_Restricted', 'http-get');
  const text = (plain: string, varied: string) =>
    judged('request.text-fidelity', cell, 'Make with non-ASCII', plain, varied);

  test('takes a text that comes back as it was, where plain text does', () => {
    expect(text('<Make>Plaintext</Make>', '<Make>Größe–Škoda–漢字</Make>')).toEqual([]);
  });
  test('objects to a text that comes back as another, or not at all', () => {
    expect(text('<Make>Plaintext</Make>', '<Make>Gr??e</Make>')).toMatchObject([{ location: 'Make', actual: 'Gr??e' }]);
    expect(text('<Make>Plaintext</Make>', '<Year>2020</Year>')).toMatchObject([{ actual: 'nothing' }]);
  });
  test.each([
    ['S969148650', 'recommended'],
    ['Skoda', undefined],
    ['????', undefined],
  ])('only recommends against a word of the own, with no part of the odd text: %s', (got, level) => {
    const found = text('<Make>Plaintext</Make>', `<Make>${got}</Make>`);
    expect(levelsOf(found)).toEqual([level]);
  });
  test.each([
    ['without a width', /\u200B|\u200D|\uFEFF/g, 'recommended'],
    ['of any width', /[\s\u200B]/g, undefined],
  ])('characters %s that are left out', (_which, left, level) => {
    const sent = NOTHING_DRAWN.classes('Make').find(({ code }) => code === 'spaces')?.text ?? '';
    const odd = `<Make>${sent.replaceAll(left, '')}</Make>`;
    const found = judged('request.text-fidelity', cell, 'Make with spaces', '<Make>Plaintext</Make>', odd);
    expect(levelsOf(found)).toEqual([level]);
  });
  test.each([
    ['composed', 'folded', (sent: string) => sent.normalize('NFC'), 'recommended'],
    ['decomposed', 'folded', (sent: string) => sent.normalize('NFD'), 'recommended'],
    ['with compatible letters', 'folded', (sent: string) => sent.normalize('NFKC'), undefined],
    ['in one case', 'folded', (sent: string) => sent.toLowerCase(), undefined],
    ['with single spaces', 'spaces', (sent: string) => sent.replaceAll(/[ \t\r\n]+/g, ' '), 'recommended'],
    ['with line ends for separators', 'spaces', (sent: string) => sent.replaceAll('\u2028', '\n'), undefined],
    ['with spaces for no-break spaces', 'spaces', (sent: string) => sent.replaceAll('\u00A0', ' '), undefined],
    ['with spaces around it', 'spaces', (sent: string) => ` ${sent}`, 'recommended'],
    ['without tags', 'markup', (sent: string) => sent.replaceAll(/<[^>]*>/g, ''), 'recommended'],
    ['without control characters', 'markup', (sent: string) => sent.replaceAll('\u0085', ''), 'recommended'],
    ['without tags and what is between them', 'markup', (sent: string) => sent.replaceAll(/<.*>/g, ''), undefined],
    ['with tags left open', 'markup', (sent: string) => sent.replaceAll('>', ''), undefined],
  ])('a text that comes back %s (%s)', (_how, code, change, level) => {
    const { label = '', text: sent = '' } = NOTHING_DRAWN.classes('Make').find((one) => one.code === code) ?? {};
    const odd = `<Make><![CDATA[${change(sent)}]]></Make>`;
    const found = judged('request.text-fidelity', cell, `Make with ${label}`, '<Make>Plaintext</Make>', odd);
    expect(levelsOf(found)).toEqual([level]);
  });
  test('only recommends against the name of what such a text found', () => {
    const found = text(
      '<Modelnames /><Make>Plaintext</Make>',
      '<Modelnames><string>Civic</string></Modelnames><Make>Gr</Make>',
    );
    expect(found).toMatchObject([{ part: 'a text that finds other data than an invented word', actual: 'Gr' }]);
  });
  test('names the characters that are lost, if others come back', () => {
    const changed = [
      ['Größe–Škoda–_字', /^Make with non-ASCII characters \(U\+6F22\) comes back changed$/],
      ['Gr__e_Škoda_字', /^Make with non-ASCII characters \(U\+00F6, U\+00DF, U\+2013, U\+6F22\) comes back changed$/],
      ['Gr__e__koda__', /^Make with non-ASCII characters comes back changed$/],
    ] as const;
    for (const [got, says] of changed) {
      const plain = '<Make>Plaintext</Make>';
      const found = judged('request.text-fidelity', cell, 'Make with non-ASCII', plain, `<Make>${got}</Make>`);
      expect(found).toMatchObject([{ code: 'Make-non-ascii', text: expect.stringMatching(says) }]);
    }
  });
  test('has one cause for a class of characters, in whatever parameter', () => {
    const cause = 'request.text-fidelity:non-ascii';
    for (const name of ['Make', 'ProductID']) {
      const [plain, varied] = [`<${name}>Plaintext</${name}>`, `<${name}>Gr__e</${name}>`];
      const found = judged('request.text-fidelity', cell, `${name} with non-ASCII`, plain, varied);
      expect(found).toMatchObject([{ code: `${name}-non-ascii`, cause }]);
    }
  });
  test('has one cause where one character comes back as another, whatever class and parameter show it', () => {
    const cause = 'request.text-fidelity:space as +';
    for (const name of ['Make', 'ProductID'] as const) {
      const { text: sent = '' } = NOTHING_DRAWN.classes(name).find(({ code }) => code === 'markup') ?? {};
      const varied = `<${name}><![CDATA[${sent.replaceAll(' ', '+')}]]></${name}>`;
      const [found] = [
        judged('request.text-fidelity', cell, `${name} with markup`, `<${name}>Plaintext</${name}>`, varied),
      ];
      expect(found).toMatchObject([{ cause, text: expect.stringMatching(/ comes back with space as \+$/) }]);
    }
    for (const got of ['a b', 'a+', 'a+c', 'A+b', null]) expect(textChange('a b', got)).toBe(null);
    expect(textChange('a b c', 'a+b c')).toBe(null);
  });
  test('does not apply to a server that does not echo', () => {
    expect(text('<Make>HONDA</Make>', '<Make>HONDA</Make>')).toBe('not-applicable');
  });
  test.each([
    ['http-get', '\uFF1Ca', 0],
    ['http-get', 'a\uFF1C', 1],
    ['soap11', '\uFF1Ca', 1],
  ] as const)('over %s a refusal of %s, which request validation of ASP.NET may know', (binding, odd, problems) => {
    const own = cellOf('Get_Submodel_Restricted', binding);
    const call = base({ Make: 'word', ProductID: 'P' }, 'Get_Submodel_Restricted');
    const sent = { ...call, values: { ...call.values, Make: odd } };
    const probe = { code: 'Make-folded', variant: 'Make with it', call, sent, request: requestOf(sent, own) };
    const says = probing?.judge(answer(own, '<Make>word</Make>'), answer(own, ''), probe, contract, new Set(), null);
    expect(Array.isArray(says) ? says.length : 0).toBe(problems);
  });
  test('a text that is refused is a lesser finding, and one whose plain form is refused says nothing', () => {
    const refused = {
      text: expect.stringMatching(/ is refused: '.+'$/),
      part: 'a text that is refused where others are answered',
    };
    expect(text('<Make>Plaintext</Make>', '')).toEqual([expect.objectContaining(refused)]);
    expect(text('', '<Make>Plaintext</Make>')).toBe('not-applicable');
  });
});
