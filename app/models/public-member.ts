// A member's name and face as others see them.
import { DEFAULT_FOCUS, type Focus } from "./picture-focus";
import type { ProfilePhoto } from "./picture-url";

declare const initial: unique symbol;

/** The initial of a last name. A last name as stored is none, so no answer to others can take one by mistake. */
type Initial = string & { readonly [initial]: true };

/** A member's name as other members see it. */
export type PublicName = { firstName: string; lastName: Initial };

/** The name of a member for others. */
export function toPublicName({ firstName, lastName }: { firstName: string; lastName: string }): PublicName {
  return { firstName, lastName: (Array.from(lastName.trim())[0]?.toUpperCase() ?? "") as Initial };
}

/** "Ada L.", the name in every list. */
export function shortName(member: { firstName: string; lastName: string }): string {
  const { firstName, lastName } = toPublicName(member);
  return lastName ? `${firstName} ${lastName}.` : firstName;
}

/** What shows a member: the URL of a picture, and the point of it that crops keep in view. */
export type Face = { url: string; focus: Focus };

/** A member's photo, or a generated avatar with the initials. */
export function faceOf(member: { firstName: string } & ProfilePhoto): Face {
  return {
    url: member.profileImageUrl ?? `/avatars/${encodeURIComponent(member.firstName)}.svg`,
    focus: member.profileImageFocus ?? DEFAULT_FOCUS,
  };
}

/** Shown instead of the name. */
export const FORMER_MEMBER = "Former member";
