import { faultsOf, killMatrix } from './kill-matrix.fixture.ts';

killMatrix('requests', faultsOf('requests'));
