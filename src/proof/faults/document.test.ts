import { faultsOf } from './expected-findings.fixture.ts';
import { killMatrix } from './kill-matrix.fixture.ts';

killMatrix('document', faultsOf('document'));
