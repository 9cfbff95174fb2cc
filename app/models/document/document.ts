// The operator's documents, without their files: names, links, and the page that asks to accept them.

import { formatList } from "~/language/intl";
import { msg, t } from "~/language/text";

/** The documents that every operator is expected to have, in the order of their links. */
export const EXPECTED_DOCUMENTS = ["terms", "privacy", "imprint", "rules", "accessibility"] as const;

/** The documents that members accept. */
export const ACCEPTED_DOCUMENTS = ["terms", "rules"] as const;

/** The page on what is kept about a member. */
export const DATA_PATH = "/privacy/data";

/** The page that asks members for what they have to agree to before doing anything else. */
export const AGREEMENT_PATH = "/agreement";
export const AGREEMENT_DUE = msg("We need your agreement first, at {path}.", {
  path: AGREEMENT_PATH,
});

export type DocumentLink = { title: string; path: string };

/** Documents to accept, and `versions`, which names what was shown. */
export type ShownDocuments = { links: DocumentLink[]; versions: string };

/** "I accept “Terms of Use” and “House Rules”". */
export function acceptanceLabel({ links }: ShownDocuments): string {
  const documents = formatList(links.map(({ title }) => t("“{title}”", { title })));
  return t("I accept {documents}", { documents });
}
