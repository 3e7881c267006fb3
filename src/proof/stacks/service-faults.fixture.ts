import type { ServiceName } from './services.fixture.ts';

/** An edit of the answers of a service, as another stack writes them: what `compare` finds, or null where it says the same. */
export interface ServiceFault {
  readonly what: string;
  readonly service: ServiceName;
  readonly operation: string;
  readonly edit: readonly [from: RegExp, to: string];
  /** Kind and subject. */
  readonly finds: string | null;
}

type Row = readonly [what: string, from: RegExp, to: string, finds: string | null];

const rows = (service: ServiceName, operation: string, all: readonly Row[]): readonly ServiceFault[] =>
  all.map(([what, from, to, finds]) => ({ what, service, operation, edit: [from, to], finds }));

export const serviceFaults: readonly ServiceFault[] = [
  ...rows('shop.php', 'GetProduct', [
    ['a dateTime without its zone', /\+01:00</g, '<', 'data Product.Added'],
    ['a dateTime in the zone of the server', /T23:30:00\+01:00</g, 'T22:30:00Z<', null],
    ['a dateTime as a date', /(ValidFrom>[\d-]{10})T[^<]*/g, '$1', 'data Product.Price.ValidFrom'],
    ['a dateTime with a space', /(Added>[\d-]{10})T/g, '$1 ', 'data Product.Added'],
    ['a decimal with a comma', /(Amount>\d+)\./g, '$1,', 'data Product.Price.Amount'],
    ['a decimal with more zeros', /Amount>(\d+)\.5</g, 'Amount>0$1.500<', null],
    ['a decimal as an integer', /Amount>(\d+)\.\d+</g, 'Amount>$1<', 'data Product.Price.Amount'],
    ['a boolean as 1', /Active>true</g, 'Active>1<', null],
    ['a boolean in capitals', /Active>true</g, 'Active>True<', 'data Product.Active'],
    ['a boolean as a word', /Active>(true|false)</g, 'Active>yes<', 'data Product.Active'],
    ['an enumeration by number', /Color>Red</g, 'Color>1<', 'data Product.Variants[].Color'],
    ['an enumeration in small letters', /Color>Blue</g, 'Color>blue<', 'data Product.Variants[].Color'],
    ['base64 in lines', /(Mark>\w{40})(\w{20,40}<)/g, '$1\r\n$2', null],
    ['base64 for URLs', /Mark>AP8/g, 'Mark>AP_', 'data Product.Variants[].Mark'],
    ['base64 as hexadecimal', /Mark>AP8.</g, 'Mark>00FF02<', 'data Product.Variants[].Mark'],
    ['a double with another exponent', /1\.0E\+21/g, '1e21', null],
    ['a double that overflows', /1\.0E\+21/g, 'INF', 'data Product.Variants[].Weight'],
    ['a nil lost', /<ns1:ParentId xsi:nil="true"\/>/g, '', 'form elements'],
    ['a nil as 0', /<ns1:ParentId xsi:nil="true"\/>/g, '<ns1:ParentId>0</ns1:ParentId>', 'data Product.ParentId'],
    ['the namespace of an element lost', /<(\/?)ns1:Currency/g, '<$1Currency', 'form namespace of elements'],
    [
      'elements in another order',
      /(<ns1:Id>.*<\/ns1:Id>)(<ns1:Name>.*<\/ns1:Name>)/g,
      '$2$1',
      'form order of elements',
    ],
    ['markup escaped twice', /&amp;/g, '&amp;amp;', 'data Product.Tags[]'],
    ['UTF-8 read as Latin-1', /größe/g, 'grÃ¶ÃŸe', 'data Product.Tags[]'],
    ['white space around numbers', /Id>(\d+)</g, 'Id> $1\n<', null],
    ['a list unwrapped', /<\/?ns1:Variants>/g, '', 'data Product.Variants'],
  ]),
  ...rows('shop.php', 'ListProducts', [
    ['an empty list as nothing', /<ns1:ListProductsResult\/>/g, '', 'form elements'],
    [
      'the last record lost',
      /<ns1:Product>(?:(?!<ns1:Product>).)*<\/ns1:ListProductsResult>/g,
      '</ns1:ListProductsResult>',
      'data Product',
    ],
  ]),
  ...rows('stock', 'Find', [
    ['an attribute lost', / currency="EUR"/g, '', 'data FindReply.Item[].Price.@currency'],
    [
      'an attribute as an element',
      / stocked="(\w+)">/g,
      '><ns2:stocked>$1</ns2:stocked>',
      'data FindReply.Item[].@stocked',
    ],
    ['attributes in another order', /( code="[^"]*")( stocked="[^"]*")/g, '$2$1', null],
    ['hexadecimal digits in small letters', /00ABFF/g, '00abff', null],
    ['binary data in base64', /00ABFF/g, 'AKv/', 'data FindReply.Item[].Digest'],
    ['a list joined in one element', /<\/ns2:Shelf><ns2:Shelf>/g, ' ', 'data FindReply.Item[].Shelf'],
  ]),
  ...rows('ledger', 'Balance', [
    ['a long as a double', /9007199254740993/g, '9007199254740992', 'data BalanceResponse.count'],
    ['a part that is missing', /<at>.*<\/at>/g, '', 'data BalanceResponse.at'],
    ['parts in the namespace of the call', /<(\/?)(amount|at|count)>/g, '<$1ns1:$2>', 'form namespace of elements'],
  ]),
  ...rows('ledger', 'Entries', [
    ['a duration in days', /P1M</g, 'P30D<', 'data Entry.Span'],
    ['a duration of zero seconds more', /P1M</g, 'P0Y1MT0S<', null],
    ['the other branch of a choice', /Debit>/g, 'Credit>', 'data Entry.Debit'],
  ]),
  ...rows('ledger', 'Book', [
    ['an answer that holds nothing, as an empty Body', /<ns1:BookResponse\/>/g, '', 'data answer'],
  ]),
  ...rows('desk', 'ListTickets', [
    ['the type of a record lost', / xsi:type="Incident"/g, '', 'data Ticket.xsi:type'],
    [
      'the type of a record with a prefix',
      / xsi:type="Incident"/g,
      ' xmlns:d="http://desk.example/" xsi:type="d:Incident"',
      null,
    ],
  ]),
  ...rows('desk', 'GetTicket', [
    ['a guid in capitals and braces', /Key>([^<]*)</g, 'Key>{$1}<', 'data Ticket.Key'],
    ['a header that comes back as it was', /<Calls>.*<\/Calls>/g, '<Calls>1</Calls>', 'spelling other texts'],
    ['a header that does not come back', /<soap:Header>.*<\/soap:Header>/g, '', 'form elements'],
  ]),
  ...rows('desk', 'Report', [
    ['a DataSet without rows', /<Row .*<\/Row>/g, '', 'form elements'],
    ['a DataSet without its schema', /<xs:schema .*<\/xs:schema>/g, '', 'form elements'],
  ]),
];
