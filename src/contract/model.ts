/** The four bindings of the document, section 'Bindings'. */
export type BindingName = 'soap11' | 'soap12' | 'http-get' | 'http-post';

/** The field types the document uses, section 'Resources and their fields'; the names are XML Schema's. */
export type DocumentType = 'string' | 'int' | 'long' | 'boolean';

/** The integers of XML Schema that the document does not use. */
export type OtherInteger =
  | ('byte' | 'short' | 'integer' | 'nonNegativeInteger' | 'positiveInteger' | 'nonPositiveInteger')
  | ('negativeInteger' | 'unsignedByte' | 'unsignedShort' | 'unsignedInt' | 'unsignedLong');

/** The simple types of XML Schema that values are made and compared by; a WSDL has more than the document. */
export type SimpleType =
  | DocumentType
  | OtherInteger
  | ('decimal' | 'float' | 'double' | 'dateTime' | 'date' | 'time' | 'duration' | 'base64Binary' | 'hexBinary')
  // That of .NET, which XML Schema does not have: a text that may be in capitals.
  | ('anyURI' | 'QName' | 'guid');

export type Content =
  | { readonly kind: 'simple'; readonly type: SimpleType; readonly enumeration: readonly string[] }
  | { readonly kind: 'record'; readonly record: string }
  | { readonly kind: 'list'; readonly item: ListItem }
  | { readonly kind: 'open' };

/** The repeated child of a list. `anyName`: the document gives the item no name, so any name is right. */
export interface ListItem {
  readonly name: string;
  readonly anyName: boolean;
  readonly content: Content;
}

/** One child element of a record, at its place in the record's sequence. */
export interface Field {
  readonly name: string;
  readonly content: Content;
  readonly optional: boolean;
  readonly nillable: boolean;
  /** The element itself comes again and again; what it holds is a list. Left out in the document, which wraps lists. */
  readonly repeated?: true;
}

/** A complexType of the XSDs that is a sequence of fields: a record of the document, or the VehicleTypeHeader. */
export interface RecordType {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Its attributes; in a decoded record they are named `@id`. Left out where it has none. */
  readonly attributes?: readonly Field[];
  /** The text beside its attributes, in place of fields; in a decoded record it is named `value`. */
  readonly text?: Content;
  /** Types derived from it, which an answer may name by xsi:type, and their records. */
  readonly derived?: readonly (readonly [type: string, record: string])[];
}

/** A parameter of an operation. `example` is a lexical value in the reference server's catalogue. */
export interface Parameter {
  readonly name: string;
  readonly type: SimpleType;
  /** All that it may be; left out where it may be any value of its type. */
  readonly enumeration?: readonly string[];
  /** Some of what it may be, where facets narrow its type. */
  readonly samples?: readonly string[];
  /** It is in a header block, with which its path begins. */
  readonly inHeader?: true;
  /**
   * In a nested request: the elements down to it, of a list those of its items as `item[2]`, an attribute as `@id`.
   * Left out for one at the top.
   */
  readonly path?: readonly string[];
  /** The namespaces of the elements down to it, '' for none. Left out where all are the service's. */
  readonly namespaces?: readonly string[];
  readonly credential: boolean;
  /** Its value decides what a write does. */
  readonly decides: boolean;
  readonly example: string;
}

/** One row of the document's table 'Operations'. */
export interface Operation {
  readonly name: string;
  /** Left out for all four. */
  readonly bindings?: readonly BindingName[];
  /** Left out for the namespace with the name. */
  readonly soapAction?: string;
  /** That of SOAP 1.2, where it is another one. */
  readonly soapAction12?: string;
  /** Left out for 'document'. */
  readonly style?: 'rpc';
  /** The element in the Body of its requests; left out for the operation's name in the namespace of the service. */
  readonly request?: { readonly name: string; readonly namespace: string };
  /** `write`: changes state at the server, so it is called only with --include-writes. */
  readonly effect: 'read' | 'write';
  readonly parameters: readonly Parameter[];
  /** The name of its header block: the contract's. */
  readonly header: string | null;
  readonly result: Result;
  /** Response field → the parameters (of any operation) as which its values may be sent. */
  readonly feeds: Readonly<Record<string, readonly string[]>>;
  readonly requirements: readonly string[];
}

/** The answer of an operation: one record, or an array of them. */
export interface Result {
  readonly kind: 'array' | 'single';
  readonly record: string;
  readonly httpRoot: string;
  /** Of a result that is neither a record nor an array of records, which has the name of its type in `record`. */
  readonly content?: Content;
  /** The element in the Body of its answers; left out for `<Op>Response`. */
  readonly wrapper?: string;
  /** The element of the result in it; null where the wrapper is the result; left out for `<Op>Result`. */
  readonly element?: string | null;
  /** An answer holds nothing: that it comes is all it says. */
  readonly empty?: true;
}

/** One binding of the document's table 'Bindings', as data. */
export interface BindingSpec {
  readonly name: BindingName;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly requestMediaType: string | null;
  readonly responseMediaType: string;
  readonly charset: string;
  /** The envelope's namespace; null where there is no envelope. */
  readonly envelopeNamespace: string | null;
  readonly soapAction: boolean;
}

/** A clause of the document, in our words, or a gap: something it does not say. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly kind: 'clause' | 'gap';
  /** For a gap: true where the document names it ('not shown'), false where it is silent; null for a clause. */
  readonly named: boolean | null;
  /** Why no rule can judge it; null where rules do. */
  readonly untestable: string | null;
  /** For a gap, the observation that records what a server does. */
  readonly probe: string | null;
}

/** All of specs/ and xsd/, or what a WSDL says: checked and frozen. */
export interface Contract {
  readonly by: 'document' | 'wsdl';
  readonly namespace: string;
  readonly endpointPath: string;
  readonly bindings: Readonly<Record<BindingName, BindingSpec>>;
  readonly operations: readonly Operation[];
  readonly records: ReadonlyMap<string, RecordType>;
  readonly header: RecordType;
  readonly requirements: readonly Requirement[];
  /** Path below xsd/ → text, with the stand-in namespace replaced by `namespace`. */
  readonly schemas: ReadonlyMap<string, string>;
  /** The elements that the schemas of a WSDL declare, `{namespace}name`: others can't be validated. */
  readonly declared?: readonly string[];
  /** SHA-256 (hex) over every file the contract was read from. */
  readonly digest: string;
}

/** One operation in one binding. */
export interface Cell {
  readonly operation: Operation;
  readonly binding: BindingName;
}
