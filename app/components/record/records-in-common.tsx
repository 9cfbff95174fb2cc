// The records two members both own.

import { ArtistLink } from "~/components/artist/artist-link";
import { ListenButton } from "~/components/music/listen-button";
import { Card } from "~/components/ui/card";
import { Sleeve } from "~/components/ui/sleeve";
import { formatNames, type RecordDto } from "~/models/record/record";
import { MoreRecords } from "./shown-records";

export type RecordsInCommonList = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
};

/** Lists the viewer's records that a match owns too; renders nothing when there are none. */
export function RecordsInCommon({ records, count }: RecordsInCommonList) {
  if (count === 0) return null;
  return (
    <Card title="Records in common" note={count}>
      <ol id="records-in-common" tabIndex={-1} className="record-list">
        {records.map(({ id, artist, album, format }) => (
          <li key={id} className="flex items-center">
            <Sleeve artist={artist} title={album} size="small" />
            <span className="ml-3 min-w-0 flex-1">
              {album}
              <span className="block small-print">
                <ArtistLink name={artist} /> · yours on {formatNames[format]}
              </span>
            </span>
            <ListenButton song={{ artist, title: album }} />
          </li>
        ))}
      </ol>
      <MoreRecords listId="records-in-common" shown={records.length} count={count} of="in common" />
    </Card>
  );
}
