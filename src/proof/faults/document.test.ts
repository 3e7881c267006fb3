import { faultsOf, killMatrix } from './kill-matrix.fixture.ts';

killMatrix('document', faultsOf('document'));
