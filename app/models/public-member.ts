// A member's name and face as others see them.
import { cleanPersonName, initialOf } from "~/clean-text";
import { t } from "~/language/text";
import { DEFAULT_FOCUS, type Focus } from "./picture-focus";
import type { ProfilePhoto } from "./picture-url";

declare const initial: unique symbol;

/** The initial of a last name, as a type of its own: an answer to others can't contain a whole last name by mistake. */
type Initial = string & { readonly [initial]: true };

/** A member's name as other members see it. */
export type PublicName = { firstName: string; lastName: Initial };

/** The name of a member for others. */
export function toPublicName({ firstName, lastName }: { firstName: string; lastName: string }): PublicName {
  return { firstName, lastName: initialOf(lastName) as Initial };
}

/** "Ada L.", the name in every list. */
export function shortName(member: { firstName: string; lastName: string }): string {
  const { firstName, lastName } = toPublicName(member);
  return lastName ? `${firstName} ${lastName}.` : firstName;
}

/** "Ada Lovelace", for the member and for moderators; just the first name for people with a single name. */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${cleanPersonName(lastName)}`.trim();
}

/** A member as lists show them; without a photo, the artist of their avatar. */
export type ListedMember = { firstName: string; firstArtist: string | null } & ProfilePhoto;

/** The face in lists of somebody whose picture and taste the viewer may not know. */
export const NO_FACE = { profileImageUrl: null, profileImageFocus: null, firstArtist: null };

/** How a member is pictured: the URL of a picture, and the focal point that crops keep in view. */
export type Face = { url: string; focus: Focus };

/** The part of a drawn avatar that crops keep in view: a little below its middle, because names lie over the lower edge. */
const AVATAR_FOCUS: Focus = { x: 50, y: 65 };

/**
 * A member's photo, or else an avatar drawn from the first name and the artist, which is the member's first that the viewer may
 * know.
 */
export function faceOf(member: { firstName: string } & ProfilePhoto, artist?: string | null): Face {
  const { profileImageUrl, profileImageFocus } = member;
  if (profileImageUrl) return { url: profileImageUrl, focus: profileImageFocus ?? DEFAULT_FOCUS };
  const query = artist ? `?${new URLSearchParams({ artist })}` : "";
  return { url: `/avatars/${encodeURIComponent(member.firstName)}.svg${query}`, focus: AVATAR_FOCUS };
}

/** The name of an erased member in the database. Not translated. */
export const FORMER_MEMBER = "Former member";

/** Shown instead of the name. */
export function formerMember(): string {
  return t("Former member");
}
