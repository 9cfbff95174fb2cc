// The records two members both own.
import { t } from "~/language/text";
import type { RecordDto } from "~/models/record/record";
import { AlbumShelf } from "./shown-records";

export type RecordsInCommonList = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
};

/** Lists the viewer's records that a match owns too; renders nothing when there are none. */
export function RecordsInCommon(list: RecordsInCommonList) {
  return <AlbumShelf {...list} listId="records-in-common" title={t("Records in common")} kind="common" />;
}
