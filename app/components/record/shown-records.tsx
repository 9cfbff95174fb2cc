// The records of another member: covers on their page, spines on their card.
import { Card } from "~/components/ui/card";
import { Cover } from "~/components/ui/cover";
import type { ShownRecord } from "~/models/record/record";
import { RecordArt } from "./record-art";

/** Lists the first of `count` records with their covers; renders nothing when there are none. */
export function ShownRecords({ records, count }: { records: ShownRecord[]; count: number }) {
  if (!records.length) return null;
  return (
    <Card title="Records" note={count.toLocaleString("en-US")}>
      <ul className="grid grid-cols-3 gap-4">
        {records.map(({ id, artist, album, format, imageUrl }) => (
          <li key={id}>
            <Cover url={imageUrl} drawn={<RecordArt format={format} seed={album} />} />
            <p className="mt-1 text-note" dir="auto">
              <b>{album}</b>
              <span className="block text-soft">{artist}</span>
            </p>
          </li>
        ))}
      </ul>
      {count > records.length ? (
        <p className="mt-2 text-soft">And {(count - records.length).toLocaleString("en-US")} more.</p>
      ) : null}
    </Card>
  );
}

/** A pile of records, seen from the side; renders nothing when there are none. */
export function RecordSpines({ records }: { records: ShownRecord[] }) {
  if (!records.length) return null;
  return (
    <ul className="hidden p-2 lg:block" aria-label="Records">
      {records.map(({ id, artist, album }) => (
        <li key={id} className="spine mt-1 bg-inset px-2 font-display text-note font-bold" dir="auto">
          {album} <span className="font-normal">{artist}</span>
        </li>
      ))}
    </ul>
  );
}
