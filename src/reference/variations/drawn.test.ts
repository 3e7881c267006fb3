import { drawn } from '../../proof/drawn.fixture.ts';
import { harmless } from '../../proof/variations/harmless.fixture.ts';
import { variations } from './variations.ts';

// `npm run proof` has all of them.
harmless(drawn(variations, 8));
