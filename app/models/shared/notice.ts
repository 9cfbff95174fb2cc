// What is said to a member after something happened: a toast with scripts, words in the page without.

export type NoticeContent = {
  id: string;
  kind: "success" | "error";
  title: string;
  description?: string;
  /** A button in the notice, such as Undo: a form posted to a local path. */
  action?: { label: string; icon?: "undo" | "messages"; to: string; fields: Record<string, string> };
};

/** What an operation says of its success; the id is added when it is shown. */
export type NoticeWords = Omit<NoticeContent, "id" | "kind">;
