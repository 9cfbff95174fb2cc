// The consent that gender and whom to meet need. Its texts are sent with the forms that ask for it, not to every visitor.
import type { Member } from "./member.server";
import type { WishesConsent } from "./wishes";

/**
 * What members agree to before their gender and whom they would like to meet are kept. A changed sentence gets a new version.
 */
export const WISHES_CONSENT = {
  version: 1,
  sentence:
    "I agree that B-Side keeps my gender and whom I'd like to meet, and uses them to decide who sees whom in Discover. They may say something about my sexual orientation.",
};
const WISHES_CONSENT_NEED = "Needed only if you say your gender or whom you'd like to meet.";
const WISHES_CONSENT_NOTE =
  "You can take this back at any time, which erases these answers at once. If you're reported, moderators see only your own words for your gender, and only if you show them on your profile. There are no analytics.";

/** Whether a member has agreed to the sentence as it is now. */
export function hasConsented({ wishesConsent }: Pick<Member, "wishesConsent">): boolean {
  return wishesConsent === WISHES_CONSENT.version;
}

/** The consent as its form shows it. */
export function readConsent(row: Member): WishesConsent {
  const agreedAt = hasConsented(row) ? (row.wishesConsentAt?.toISOString() ?? null) : null;
  const note = agreedAt ? WISHES_CONSENT_NOTE : `${WISHES_CONSENT_NEED} ${WISHES_CONSENT_NOTE}`;
  return { sentence: WISHES_CONSENT.sentence, note, agreedAt };
}
