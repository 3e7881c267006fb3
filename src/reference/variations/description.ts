import { everywhere } from '../defects/cells.ts';
import { changes } from '../defects/defect.ts';
import { table, type Variation } from './variation.ts';

/** Other ways to offer the service description. */
export const descriptionVariations: readonly Variation[] = table(
  'WSDL 1.1, section 2.1.1; XML Schema Part 1, section 4.2',
  {
    'wsdl-in-parts: The WSDL imports its bindings and its schema, which includes a second one, as those of WCF.':
      changes(everywhere, { wsdlInParts: true }),
  },
);
