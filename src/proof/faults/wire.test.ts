import { faultsOf, healthyMatrix, killMatrix } from './kill-matrix.fixture.ts';

killMatrix('wire', faultsOf('wire'));
healthyMatrix();
