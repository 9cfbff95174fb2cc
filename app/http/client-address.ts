// By what address a caller is counted.

/**
 * The address that limits are counted by. An IPv6 caller owns at least the 64 bits that follow a network's, so all of
 * these are one.
 */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const network = [...before, ...Array<string>(missing).fill("0"), ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
