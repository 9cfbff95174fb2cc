// A fake outside sign-in provider: a second OpenID Connect server on loopback that fails on demand.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "~/auth/oidc-provider.server";

type Claims = {
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  email_verified?: boolean;
  age_over_18?: boolean;
  birthdate?: string;
};

/** Answers a request in place of the provider. */
export type FailureHandler = (res: ServerResponse) => void;

/**
 * Starts a provider with one registered client; it signs in the person that `signInAs` named last. With `knowsAges` it says
 * whether somebody is over 18, if that claim is requested.
 */
export async function startProvider(
  client: { id: string; secret: string; redirectTo: string },
  { knowsAges = false } = {},
) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const failures = new Map<string, FailureHandler>();
  let person = "";
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectTo],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [await exportJWK(privateKey)] },
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 60, AuthorizationCode: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    claims: {
      openid: ["sub"],
      profile: ["name", "given_name", "family_name", "birthdate"],
      email: ["email", "email_verified"],
      ...(knowsAges ? { age_over_18: null } : {}),
    },
    findAccount: async (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    loadExistingGrant: async ({ oidc }) => {
      if (!oidc.client || !oidc.session?.accountId) return undefined;
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile email");
      grant.addOIDCClaims(["age_over_18", "birthdate"]);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const path = req.url?.split("?")[0] ?? "";
    const failure = failures.get(path);
    if (failure) failure(res);
    else if (!path.startsWith("/sign-in/")) answer(req, res);
    else provider.interactionFinished(req, res, { login: { accountId: person } });
  });

  return {
    issuer,
    failures,
    /** Sets the account that signs in from now on, and its claims. */
    signInAs(sub: string, claims: Claims) {
      people.set(sub, claims);
      person = sub;
    },
    /** An id token for `client` that ends in a minute, with these claims in place of its own. */
    signIdToken(claims: Record<string, unknown>) {
      const seconds = Math.floor(Date.now() / 1000);
      const own = { iss: issuer, aud: client.id, iat: seconds, exp: seconds + 60 };
      return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
    },
    /** Follows the provider's redirects as a browser does; resolves with the URL it sends the browser back to. */
    async visit(address: string): Promise<URL> {
      const jar = new Map<string, string>();
      let url = new URL(address);
      while (url.origin === issuer) {
        const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const page = await fetch(url, { redirect: "manual", headers: { Cookie } });
        for (const line of page.headers.getSetCookie()) {
          const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
          jar.set(name, value);
        }
        const to = page.headers.get("Location");
        if (!to) throw new Error(`The provider answered ${page.status}: ${await page.text()}`);
        url = new URL(to, url);
      }
      return url;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
