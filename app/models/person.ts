// How a person is shown anywhere: name and picture. Without schemas, so that every screen can afford it.

/** The address of a member's picture: the photo, or the initials drawn by this app. */
export function avatarUrl(person: { firstName: string; profileImageUrl: string | null }): string {
  return person.profileImageUrl ?? `/avatars/${encodeURIComponent(person.firstName)}.svg`;
}

/** "Ada L.", as every list names a member. */
export function shortName(person: { firstName: string; lastName: string }): string {
  const initial = Array.from(person.lastName.trim())[0];
  return initial ? `${person.firstName} ${initial.toUpperCase()}.` : person.firstName;
}
