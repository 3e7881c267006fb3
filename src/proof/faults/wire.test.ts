import { faultsOf } from './expected-findings.fixture.ts';
import { healthyMatrix, killMatrix } from './kill-matrix.fixture.ts';

killMatrix('wire', faultsOf('wire'));
healthyMatrix();
