import { loadContract } from '../contract/load.ts';
import type { Mutation } from '../reference/mutation.ts';
import { type ReferenceServer, startReferenceServer } from '../reference/server.ts';
import { encodedForms } from '../results/record/encoded.fixture.ts';
import { escapeText } from '../xml/escape.ts';

const contract = loadContract('http://dealer.example/webservices/');

/**
 * The reference server, leaking secrets wherever a response can hold them: reason phrase, names and values of headers,
 * media type, text, faults, names and values of elements. It answers in turn with text, faults and its own root.
 */
export function givingAway(secrets: readonly string[]): Promise<ReferenceServer> {
  const shown = secrets.flatMap((secret) => Object.values(encodedForms(secret)));
  const text = shown.join('\n');
  const inXml = escapeText(text.replaceAll('\0', ''));
  const names = secrets.filter((secret) => /^[A-Za-z0-9-]+$/.test(secret));
  const elements = names.map((name) => `<x-${name} a-${name}="1">${inXml}</x-${name}>`).join('');
  const fault = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${names[0]}</faultcode><faultstring>${inXml}</faultstring><detail>${elements}</detail></s:Fault></s:Body></s:Envelope>`;
  const bodies = [
    ['text/plain', text, 200],
    ['text/xml', fault, 500],
    [`text/x-${names[0]}; charset=${names[1]}`, `<${names[0]} xmlns="urn:${names[1]}">${elements}</${names[0]}>`, 200],
  ] as const;
  const lines = shown.filter((form) => /^[\x20-\x7e]+$/.test(form)).map((form, at) => [`X-Echo-${at}`, form] as const);
  const echo: Mutation = {
    applies: () => true,
    response: (response, { n }) => {
      const [type, body, status] = bodies[n % bodies.length] ?? bodies[0];
      const headers = [
        ['Content-Type', type],
        ['Content-Length', `${Buffer.byteLength(body)}`],
        ...names.map((name) => [`X-${name}`, '1'] as const),
        ...lines,
      ] as const;
      const reason = secrets.filter((secret) => /^[\x20-\x7e]+$/.test(secret)).join(' ');
      return { ...response, status, reason, headers, body: new TextEncoder().encode(body) };
    },
  };
  return startReferenceServer({ contract, defects: [echo] });
}
