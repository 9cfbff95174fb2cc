// A member's name and face as others see them.

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

/** The URL of a member's photo, or of a generated avatar with the initials. */
export function avatarUrl(member: { firstName: string; profileImageUrl: string | null }): string {
  return member.profileImageUrl ?? `/avatars/${encodeURIComponent(member.firstName)}.svg`;
}

/** Shown instead of the name. */
export const FORMER_MEMBER = "Former member";
