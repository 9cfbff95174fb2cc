// Flash messages after an operation: a toast with scripts, part of the page without.
import type { Wording } from "~/language/text";

export type FlashData = {
  id: string;
  kind: "success" | "error";
  /** What comes before the title: "Liked Ada L." */
  subject?: string;
  title: string;
  description?: string;
  /**
   * A button in the flash message, such as Undo: a form posted to a local path. Screen readers read it as `name`, which says
   * whom it is about.
   */
  action?: {
    label: string;
    name?: string;
    icon?: "undo" | "messages";
    to: string;
    fields: Record<string, string>;
  };
  /** The page that shows it in the bar of a candidate's card; other pages show it at the top. */
  card?: { pathname: string; cardId: string | null };
};

/** The message of an operation's success; it gets its wording and its id when it is sent. */
export type FlashMessage = Omit<FlashData, "id" | "kind" | "title" | "description"> & {
  title: Wording;
  description?: Wording;
};
