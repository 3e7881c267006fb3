const PARAMETER = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/**
 * Parses a Content-Type (RFC 9110, section 8.3.1) leniently, as ASMX does; null gives an empty type. The type and the
 * names of its parameters are in lower case.
 */
export function readMediaType(value: string | null) {
  const text = value ?? '';
  const parameters = [...text.matchAll(PARAMETER)].map(
    ([, name = '', raw = '']) => [name.toLowerCase(), unquote(raw.trim())] as const,
  );
  return { type: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters: new Map(parameters) };
}

function unquote(raw: string): string {
  if (raw.length > 1 && raw.startsWith('"') && raw.endsWith('"')) return raw.slice(1, -1).replace(/\\(.)/g, '$1');
  // .NET also takes single quotes around the action parameter.
  return raw.length > 1 && raw.startsWith("'") && raw.endsWith("'") ? raw.slice(1, -1) : raw;
}
