// The inbox behind an address: providers deliver several spellings of an address to the same person.

/** Providers that ignore dots, and those that ignore everything after a plus sign; a provider can have several domains. */
const DOMAINS: Record<string, string> = {
  "googlemail.com": "gmail.com",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
  "protonmail.com": "proton.me",
  "pm.me": "proton.me",
};
const IGNORED: Record<string, RegExp> = { "gmail.com": /\./g, "proton.me": /[._-]/g };
const TAGGED =
  /^(gmail\.com|icloud\.com|proton\.me|fastmail\.(com|fm)|(outlook|hotmail|live)\.[a-z.]+|msn\.com)$/;

/** An address in its provider's canonical spelling: the same text for all spellings of one person's. */
export function foldAddress(address: string): string {
  const [local, domain] = split(address);
  return `${local.replace(TAGGED.test(domain) ? /\+.*/ : /$^/, "").replace(IGNORED[domain] ?? /$^/, "")}@${domain}`;
}

/** The inbox that most likely receives mail to an address, for limits: any provider may ignore what follows a plus sign. */
export function inboxOf(address: string): string {
  const [local, domain] = split(foldAddress(address));
  return `${local.replace(/(?!^)\+.*/, "")}@${domain}`;
}

function split(address: string): [string, string] {
  const at = address.lastIndexOf("@");
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return [address.slice(0, at).trim().toLowerCase(), DOMAINS[domain] ?? domain];
}
