import type { BindingName } from '../../contract/model.ts';

/** A port of the service; names as ASMX makes them from the class name. */
export interface Port {
  readonly name: 'GetDataSoap' | 'GetDataSoap12' | 'GetDataHttpGet' | 'GetDataHttpPost';
  readonly binding: BindingName;
  readonly extension: 'soap' | 'soap12' | 'http';
  readonly portType: 'GetDataSoap' | 'GetDataHttpGet' | 'GetDataHttpPost';
  /** What the names of its messages end in. */
  readonly suffix: 'Soap' | 'HttpGet' | 'HttpPost';
}

/** Both SOAP ports share one port type. */
export const PORTS: readonly Port[] = [
  { name: 'GetDataSoap', binding: 'soap11', extension: 'soap', portType: 'GetDataSoap', suffix: 'Soap' },
  { name: 'GetDataSoap12', binding: 'soap12', extension: 'soap12', portType: 'GetDataSoap', suffix: 'Soap' },
  { name: 'GetDataHttpGet', binding: 'http-get', extension: 'http', portType: 'GetDataHttpGet', suffix: 'HttpGet' },
  { name: 'GetDataHttpPost', binding: 'http-post', extension: 'http', portType: 'GetDataHttpPost', suffix: 'HttpPost' },
];

/** The port types' owners: one port for each port type. */
export const PORT_TYPES: readonly Port[] = PORTS.filter((port) => port.name === port.portType);
