// What a sign-in has proven, as the embedded provider keeps it.

/** Whose credentials a sign-in has proven, and their version at that moment. It is void once they have a later one. */
export type Proof = { accountId: string; version: number };

/** The proof of somebody who has just created the account. */
export function firstProof(accountId: string): Proof {
  return { accountId, version: 0 };
}

/** The subject under which the embedded provider knows a proof, so that all its records carry the version. */
export function toSubject({ accountId, version }: Proof): string {
  return `${accountId}.${version}`;
}

/** The proof of such a subject; undefined for anything else. */
export function readSubject(subject: string): Proof | undefined {
  const [, accountId, version] = /^([^.]+)\.(\d+)$/.exec(subject) ?? [];
  return accountId === undefined ? undefined : { accountId, version: Number(version) };
}
