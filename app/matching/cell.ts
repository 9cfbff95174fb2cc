// Places as cells of a 0.1° grid, the distances between them, and the day it is there.
import { DAY_MS, HOUR_MS } from "~/durations";

/** Cells around a parallel. */
const COLUMNS = 3600;
const ROWS = 1800;

/** The earth's mean radius. */
const RADIUS_MILES = 3958.8;

const MILES_PER_ROW = (RADIUS_MILES * Math.PI) / ROWS;

/** Stands for an unknown place in `candidate`. */
export const NO_CELL = -1;

/** How many hours ahead of UTC the sun is in a cell, in whole hours; 0 for an unknown place. */
export function hoursEast(cell: number | null): number {
  if (cell === null || cell === NO_CELL) return 0;
  return Math.round(((cell % COLUMNS) - COLUMNS / 2) / (COLUMNS / 24));
}

/** The day it is in a cell, in days since 1970, by its meridian: precise enough to say when a night is over. */
export function dayAt(cell: number | null, now = Date.now()): number {
  return Math.floor((now + hoursEast(cell) * HOUR_MS) / DAY_MS);
}

/** The cells next to a cell and itself, as one range per row; what is beyond the date line or a pole is left out. */
export function cellsAround(cell: number): CellRange[] {
  const column = cell % COLUMNS;
  const [west, east] = [column ? -1 : 0, column === COLUMNS - 1 ? 0 : 1];
  return [-COLUMNS, 0, COLUMNS].map((row) => ({ low: cell + row + west, high: cell + row + east }));
}

/** The cells from `low` to `high`, both inclusive. */
export type CellRange = { low: number; high: number };

/** The cell of a point in degrees: row (from the south pole) × 3600 + column (from the date line). */
export function cellOf(latitude: number, longitude: number): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) * 10)));
  const column = Math.floor((longitude + 180) * 10) % COLUMNS;
  return row * COLUMNS + (column < 0 ? column + COLUMNS : column);
}

/**
 * The great-circle distance (haversine) between the centers of two cells, rounded up to a multiple of 5 miles, at least
 * 5. Null when either place is unknown.
 */
export function distanceMiles(a: number | null, b: number | null): number | null {
  if (a === null || b === null || a === NO_CELL || b === NO_CELL) return null;
  const columns = Math.abs((a % COLUMNS) - (b % COLUMNS));
  return milesApart(rowOf(a), rowOf(b), Math.min(columns, COLUMNS - columns));
}

/** Where a member is: at home, and during a trip in its town, too. */
export type Places = { cell: number | null; tripCell: number | null };

/** How near its town a trip counts for others, in miles. */
export const NEAR_TRIP_MILES = 100;

/**
 * The distance from a viewer's nearest place to a member's, like `distanceMiles()`. The member's trip counts near its town alone:
 * a distance from farther away would tell that they aren't at home.
 */
export function nearestMiles(viewer: Places, { cell, tripCell }: Places): number | null {
  const distances = [viewer.cell, viewer.tripCell].flatMap((from) => {
    const away = distanceMiles(from, tripCell);
    return [distanceMiles(from, cell), away !== null && away <= NEAR_TRIP_MILES ? away : null];
  });
  const known = distances.filter((miles) => miles !== null);
  return known.length ? Math.min(...known) : null;
}

/** Measures distances to members' homes like `nearestMiles()`, each once: a search meets the same cells again and again. */
export function distancesFrom(viewer: Places): (cell: number) => number | null {
  const known = new Map<number, number | null>();
  return (cell) => {
    let distance = known.get(cell);
    if (distance === undefined) {
      distance = nearestMiles(viewer, { cell, tripCell: null });
      known.set(cell, distance);
    }
    return distance;
  };
}

/**
 * The cells at most `maxDistance` miles from `cell`, as one range per row, or two across the date line. Measures the
 * rounded distance that cards show, so that a filter and a card never disagree.
 */
export function cellsWithin(cell: number, maxDistance: number): CellRange[] {
  const row = rowOf(cell);
  const column = cell % COLUMNS;
  const ranges: CellRange[] = [];
  const rows = Math.ceil(maxDistance / MILES_PER_ROW);
  for (let other = Math.max(0, row - rows); other <= Math.min(ROWS - 1, row + rows); other++) {
    const reach = reachOf(row, other, maxDistance);
    if (reach < 0) continue;
    const start = other * COLUMNS;
    const end = start + COLUMNS - 1;
    const [west, east] = [start + column - reach, start + column + reach];
    if (reach >= COLUMNS / 2) {
      ranges.push({ low: start, high: end });
      continue;
    }
    ranges.push({ low: Math.max(start, west), high: Math.min(end, east) });
    if (west < start) ranges.push({ low: west + COLUMNS, high: end });
    if (east > end) ranges.push({ low: start, high: east - COLUMNS });
  }
  return ranges;
}

/** How many columns to either side of a cell are within the distance in another row; -1 when not even its own is. */
function reachOf(row: number, otherRow: number, maxDistance: number): number {
  let [inside, outside] = [-1, COLUMNS / 2 + 1];
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (milesApart(row, otherRow, middle) <= maxDistance) inside = middle;
    else outside = middle;
  }
  return inside;
}

function rowOf(cell: number) {
  return Math.floor(cell / COLUMNS);
}

function milesApart(rowA: number, rowB: number, columns: number): number {
  const [latitudeA, latitudeB] = [latitudeOf(rowA), latitudeOf(rowB)];
  const h =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin((columns * Math.PI) / COLUMNS) ** 2;
  const miles = 2 * RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
  return Math.max(5, Math.ceil(miles / 5) * 5);
}

/** The latitude of a row's center, in radians. */
function latitudeOf(row: number) {
  return ((row + 0.5 - ROWS / 2) * Math.PI) / ROWS;
}
