import { drawn } from '../../proof/drawn.fixture.ts';
import { killMatrix, WAITING } from '../../proof/faults/kill-matrix.fixture.ts';
import { defects } from './defects.ts';

// `npm run proof` has all of them, also those that take many runs or long waits.
const certain = defects.filter(({ id, chance }) => chance === undefined && !WAITING.includes(id));
killMatrix('drawn by the commit', drawn(certain, 12));
