import { drawn } from '../../proof/drawn.fixture.ts';
import { killMatrix } from '../../proof/faults/kill-matrix.fixture.ts';
import { defects } from './defects.ts';

// `npm run proof` has all of them.
killMatrix('drawn by the commit', drawn(defects, 12));
