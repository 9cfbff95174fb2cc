// The schema of the form that reads a collection on Discogs.
import { z } from "zod";
import { readText, requiredText } from "~/models/fields";
import { discogsErrors } from "./discogs-import";

const ADDRESS =
  /^(?:(?:https?:\/\/)?(?:www\.)?discogs\.com\/(?:[a-z]{2}\/)?user\/)?([\w.-]{1,60})(?:\/[\w/-]*)?(?:[?#].*)?$/i;

/** A collector's name, or the address of their page. */
export const discogsInput = z.object({
  username: readText(requiredText(discogsErrors.username, 200), readUsername, discogsErrors.username),
});
export type DiscogsInput = z.output<typeof discogsInput>;

function readUsername(typed: string): string | undefined {
  const [, name = ""] = ADDRESS.exec(typed) ?? [];
  return /^\.*$/.test(name) ? undefined : name;
}
