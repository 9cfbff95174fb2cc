// The consent that gender and wishes need. Its texts are sent only with the forms that ask for it, not to every visitor.
import { COMMUNITY_NAME } from "~/community";
import { msg, t } from "~/language/text";
import type { Member } from "./member.server";
import type { WishesConsent } from "./wishes";

/** What members agree to before their gender and wishes are stored. A changed sentence gets a new version. */
export const WISHES_CONSENT = {
  version: 2,
  sentence: msg(
    "I agree: {community} uses my gender and whom I'd like to meet, which may reveal my sexual orientation, for Discover only. Others see them only if I choose. Erasing them ends this.",
    { community: COMMUNITY_NAME },
  ),
};
const WISHES_CONSENT_NEED = msg("Needed only if you answer these.");

/** Whether a member has agreed to the current sentence. */
export function hasConsented({ wishesConsent }: Pick<Member, "wishesConsent">): boolean {
  return wishesConsent === WISHES_CONSENT.version;
}

/** The consent as its form shows it. */
export function readConsent(row: Member): WishesConsent {
  const agreedAt = hasConsented(row) ? (row.wishesConsentAt?.toISOString() ?? null) : null;
  return { sentence: t(WISHES_CONSENT.sentence), note: agreedAt ? "" : t(WISHES_CONSENT_NEED), agreedAt };
}
