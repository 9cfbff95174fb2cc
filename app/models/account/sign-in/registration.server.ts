// Whether somebody can join this deployment: asked wherever an account or a member is added.
import { env } from "~/env.server";
import { hasEnded } from "~/models/community/ending.server";
import { invalidAt, Refusal } from "~/refusal";
import { CLOSED, MAIL_DOMAIN_REFUSED } from "./registration";

/** Who can join now: nobody after the end of the community. */
export function getRegistration(): (typeof env)["registration"] {
  return hasEnded() ? "closed" : env.registration;
}

/**
 * Refuses newcomers while the deployment takes none (forbidden), and those whose mail domain it doesn't take (invalid, at
 * `email`).
 */
export function rejectNewcomer(email: string | null): void {
  if (getRegistration() === "closed") throw new Refusal("forbidden", CLOSED);
  rejectMailDomain(email);
}

/** The address to send to friends; null if not everybody can join. */
export function addressForFriends(): string | null {
  return getRegistration() === "open" ? env.origin : null;
}

/** Refuses an address at a mail domain that the deployment doesn't take (invalid, at `email`). */
export function rejectMailDomain(email: string | null): void {
  const { allowed, refused } = env.mailDomains;
  const isIn = (domains: string[]) => domains.some((domain) => isAt(email, domain));
  if ((allowed && !isIn(allowed)) || isIn(refused ?? [])) throw invalidAt("email", MAIL_DOMAIN_REFUSED);
}

/** Whether an address is at a domain or one of its subdomains. */
function isAt(email: string | null, domain: string): boolean {
  const host = email?.toLowerCase().split("@").at(-1);
  return host === domain || host?.endsWith(`.${domain}`) === true;
}
