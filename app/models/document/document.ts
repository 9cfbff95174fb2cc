// The operator's documents, without their files: names and links.

/** The documents that every operator is expected to have, in the order of their links. */
export const EXPECTED_DOCUMENTS = ["terms", "privacy", "imprint", "rules", "accessibility"] as const;

export type DocumentLink = { title: string; path: string };
