import { type ChanceFigure, shapes } from './chance.ts';
import { plain, row, table } from './page.ts';

/** So many of 20 seeds find a family, or it survives. */
const LEAST_SHARE = 0.95;

export function isSurvivor({ seeds, missed }: ChanceFigure): boolean {
  return seeds - missed.length < LEAST_SHARE * seeds;
}

/** The part of docs/power.md on what depends on the seed. */
export function chanceSection(figures: readonly ChanceFigure[]): string {
  const columns = [...shapes, 'all'] as const;
  const places = [...new Set(figures.map(({ place }) => place))].toSorted();
  const lines = places.map((place) => {
    const ofPlace = figures.filter((figure) => figure.place === place);
    const least = columns.map((shape) => {
      const found = ofPlace
        .filter((figure) => figure.shape === shape)
        .map(({ seeds, missed }) => seeds - missed.length);
      return found.length === 0 ? '' : Math.min(...found);
    });
    return row(plain(place), new Set(ofPlace.map(({ family }) => family)).size, ...least);
  });
  const survivors = figures.filter(isSurvivor).map(({ family, shape, seeds, missed }) => {
    return row(plain(family), shape, `${seeds - missed.length} of ${seeds}`, plain(missed[0] ?? ''));
  });
  const [{ seeds } = { seeds: 0 }] = figures;
  return `## Chance

Written by \`npm run mutants -- --chance --page\`. What a run finds depends on what its seed draws. A family is one kind of
misreading at one kind of place. Each is tried with ${seeds} seeds in one operation of each shape: a list, a single record, one with the
VehicleTypeHeader, and the order. The seeds take the parameters and bindings of the operation in turn. The table
has the fewest seeds that find a family. Families found by fewer than 19 of 20 are listed below it.

${table('Place | Families | Array | Single | Header | Order | All cells', lines)}

### Chance: survivors

${table('Family | Shape | Found by | Missed first', survivors)}
`;
}
