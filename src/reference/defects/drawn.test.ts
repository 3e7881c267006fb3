import { drawn } from '../../proof/drawn.fixture.ts';
import { killMatrix } from '../../proof/faults/kill-matrix.fixture.ts';
import { defects } from './defects.ts';

// `npm run proof` has all of them, also those that take many runs.
const certain = defects.filter(({ chance }) => chance === undefined);
killMatrix('drawn by the commit', drawn(certain, 12));
