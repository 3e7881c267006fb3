import { faultsOf, killMatrix } from './kill-matrix.fixture.ts';

killMatrix('exchanges', faultsOf('exchanges'));
