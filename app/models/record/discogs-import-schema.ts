// The schema of the form that reads a collection on Discogs.
import { z } from "zod";
import { requiredText } from "~/models/fields";
import { discogsErrors } from "./discogs-import";

const ADDRESS =
  /^(?:(?:https?:\/\/)?(?:www\.)?discogs\.com\/(?:[a-z]{2}\/)?user\/)?([\w.-]{1,60})(?:\/[\w/-]*)?(?:[?#].*)?$/i;

/** A collector's name, or an address of theirs. */
export const discogsInput = z.object({
  username: requiredText(discogsErrors.username, 200).transform((typed, context) => {
    const [, name = ""] = ADDRESS.exec(typed) ?? [];
    if (name && !/^\.+$/.test(name)) return name;
    context.addIssue({ code: "custom", message: discogsErrors.username });
    return z.NEVER;
  }),
});
export type DiscogsInput = z.output<typeof discogsInput>;
