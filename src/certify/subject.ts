import type { Results } from '../results/results.ts';
import { EMBEDDED } from '../results/run-options.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';

/**
 * The target as the one subject. Subjects are matched by digest alone (in-toto attestation v1, 'Statement'), and a server
 * has none: its digest is that of a document, carried as content, with all it can be recognised by. The WSDL and the TLS
 * certificate are no subjects of their own, since other servers may show the same; they are annotations.
 */
export function targetDescriptor({ target, namespace, identity }: Results): ResourceDescriptor {
  const document = canonicalJson({ target, namespace, ...identity });
  const { wsdlSha256, certificateSha256 } = identity;
  const wsdl = wsdlSha256 === null ? {} : { wsdl: { digest: { sha256: wsdlSha256 }, mediaType: 'text/xml' } };
  const tlsCertificate =
    certificateSha256 === null
      ? {}
      : { tlsCertificate: { digest: { sha256: certificateSha256 }, mediaType: 'application/pkix-cert' } };
  return {
    name: 'target',
    ...(target === EMBEDDED ? {} : { uri: target }),
    digest: { sha256: sha256(document) },
    content: Buffer.from(document).toString('base64'),
    mediaType: 'application/json',
    annotations: { ...wsdl, ...tlsCertificate },
  };
}

/** in-toto attestation v1, 'ResourceDescriptor'. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: { readonly sha256: string };
  /** Base64. */
  readonly content?: string;
  readonly mediaType?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}
