// Exports of a member's own data: paths, limits and texts.
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";

export const EXPORT_PATH = "/settings/export";

/** A member's newest export. `done` and `total` count its files; `total` is null until they are known. */
export type ExportDto = {
  id: string;
  status: "waiting" | "ready" | "failed";
  done: number;
  total: number | null;
  bytes: number | null;
  expiresAt: string;
};

/** The path of an export's download. */
export function exportPath(id: string): string {
  return `${EXPORT_PATH}/${exportFile(id)}`;
}

/** The name of an export's file in the storage and in its URL. */
export function exportFile(id: string): string {
  return `${id}.zip`;
}

/** The export that a file in a URL belongs to; undefined for any other name. */
export function exportIdFromFile(file: string): string | undefined {
  return /^([\da-f-]{36})\.zip$/.exec(file)?.[1];
}

/** "12 of 40 parts", once the number of parts is known. */
export function describeProgress({ done, total }: Pick<ExportDto, "done" | "total">): string {
  return total === null
    ? t("Getting started...")
    : t("{done, number} of {total, number} parts", { done, total });
}

/** "12 MB", or "340 KB" below a megabyte. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 1 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(megabytes)} MB`;
}

export const exportMessages: Record<"started", FlashMessage> = {
  started: {
    title: msg("Export started"),
    description: msg("You can leave this page while we put it together."),
  },
};
