// The sections of the operator's rules, which a sanction can cite besides a rule of B-Side's own.
import { msg, t } from "~/language/text";
import { findOriginal, listHeadings } from "~/models/document/documents.server";
import { invalidAt } from "~/refusal";

const RULES = "rules";
const GONE = msg("Choose a section from your rules");

/** The headings of the operator's rules, always in the language of the original; empty without rules. */
export function listRuleSections(): string[] {
  const rules = findOriginal(RULES);
  return rules ? listHeadings(rules) : [];
}

/** The statement for the member, beginning with the section it is about, if any. Refuses one that the rules lack (invalid). */
export function citeSection({ section, statement }: { section?: string; statement: string }): string {
  if (!section) return statement;
  if (!listRuleSections().includes(section)) throw invalidAt("section", GONE);
  return t("{title}, “{section}”: {statement}", {
    title: findOriginal(RULES)?.title ?? "",
    section,
    statement,
  });
}
