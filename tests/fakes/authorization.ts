// A fake of the authorization code flow as Spotify and Google run it, with every check that they make.
import { createHash, randomBytes } from "node:crypto";
import { escapeHtml, type Reply, type ServiceRequest } from "./service";

export type Client = { id: string; secret: string; redirectTo: string };

type Settings = {
  client: Client;
  /** The accounts that can sign in. */
  people: string[];
  /** Query parameters that the real service expects with exactly these values. */
  expectedParams: Record<string, string>;
  /** Whether a refresh token works once and is replaced. */
  rotates: boolean;
};
type Code = { challenge: string; person: string; used: boolean; issued: string[] };

/** Keeps codes and tokens, and answers the pages and calls that issue them. */
export function createAuthorization({ client, people, expectedParams, rotates }: Settings) {
  const codes = new Map<string, Code>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  const state = { expiresSeconds: 3600 };

  function issue(person: string, withRefresh: boolean) {
    const accessToken = secret("access");
    access.set(accessToken, person);
    const refreshToken = withRefresh ? secret("refresh") : undefined;
    if (refreshToken) refresh.set(refreshToken, person);
    return {
      access_token: accessToken,
      token_type: "Bearer",
      scope: expectedParams.scope,
      expires_in: state.expiresSeconds,
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
    };
  }

  function findProblem(query: URLSearchParams): string | undefined {
    if (query.get("client_id") !== client.id) return "invalid_client: unknown client";
    if (query.get("redirect_uri") !== client.redirectTo) return "redirect_uri_mismatch";
    if (query.get("response_type") !== "code") return "unsupported_response_type";
    if (query.get("code_challenge_method") !== "S256" || !query.get("code_challenge"))
      return "PKCE is required";
    if (!query.get("state")) return "state is missing";
    return Object.entries(expectedParams)
      .filter(([name, value]) => query.get(name) !== value)
      .map(([name]) => `${name} is wrong`)[0];
  }

  /** The page on which a member allows or cancels. */
  function showConsentPage({ query }: ServiceRequest, name: string): Reply {
    const problem = findProblem(query);
    if (problem) return { status: 400, html: `<h1>Error 400</h1><p>${escapeHtml(problem)}</p>` };
    const hidden = ["code_challenge", "state"].map(
      (field) => `<input type="hidden" name="${field}" value="${escapeHtml(query.get(field) ?? "")}">`,
    );
    const who = people.map(
      (person, i) =>
        `<p><label><input type="radio" name="person" value="${escapeHtml(person)}" ${i ? "" : "checked"}> ${escapeHtml(person)}</label></p>`,
    );
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Fake ${name}</title><body style="font: 1rem system-ui; max-width: 30rem; margin: 2rem auto; padding: 0 1rem">
      <h1>Fake ${name}</h1><p>B-Side would like to read what you listen to. Who are you here?</p>
      <form method="post" action="consent">${hidden.join("")}${who.join("")}
      <button name="answer" value="allow">Allow</button> <button name="answer" value="cancel">Cancel</button></form></body></html>`;
    return { html };
  }

  function receiveConsent({ form }: ServiceRequest): Reply {
    const to = new URL(client.redirectTo);
    to.searchParams.set("state", form.get("state") ?? "");
    if (form.get("answer") !== "allow") {
      to.searchParams.set("error", "access_denied");
      return { to: to.href };
    }
    const code = secret("code");
    const person = form.get("person") ?? "";
    codes.set(code, { challenge: form.get("code_challenge") ?? "", person, used: false, issued: [] });
    to.searchParams.set("code", code);
    return { to: to.href };
  }

  function issueTokens({ form, headers }: ServiceRequest): Reply {
    if (!isClient(headers.authorization)) return refuse(401, "invalid_client", "Invalid client secret");
    if (form.get("grant_type") === "refresh_token") return renew(form.get("refresh_token") ?? "");
    if (form.get("grant_type") !== "authorization_code") return refuse(400, "unsupported_grant_type", "");
    const code = codes.get(form.get("code") ?? "");
    if (!code) return refuse(400, "invalid_grant", "Invalid authorization code");
    if (code.used) {
      // A code used twice may have been stolen: every token issued for it is revoked.
      for (const token of code.issued) {
        access.delete(token);
        refresh.delete(token);
      }
      return refuse(400, "invalid_grant", "Authorization code was used already");
    }
    code.used = true;
    if (form.get("redirect_uri") !== client.redirectTo)
      return refuse(400, "invalid_grant", "Invalid redirect URI");
    if (challengeOf(form.get("code_verifier") ?? "") !== code.challenge) {
      return refuse(400, "invalid_grant", "code_verifier was incorrect");
    }
    const tokens = issue(code.person, true);
    code.issued.push(tokens.access_token, tokens.refresh_token ?? "");
    return { json: tokens };
  }

  function renew(token: string): Reply {
    const person = refresh.get(token);
    if (person === undefined) return refuse(400, "invalid_grant", "Refresh token revoked");
    if (rotates) refresh.delete(token);
    return { json: issue(person, rotates) };
  }

  function isClient(authorization = "") {
    const [id = "", given = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":");
    return decodeURIComponent(id) === client.id && decodeURIComponent(given) === client.secret;
  }

  return {
    showConsentPage,
    receiveConsent,
    issueTokens,
    /** The account that a call's bearer token belongs to. */
    personOf: ({ headers }: ServiceRequest) =>
      access.get((headers.authorization ?? "").replace(/^Bearer /, "")),
    /** Revokes a token, and all tokens of its account. */
    revoke(token: string) {
      const person = refresh.get(token) ?? access.get(token);
      for (const tokens of [access, refresh])
        for (const [each, owner] of tokens) if (owner === person) tokens.delete(each);
      return person !== undefined;
    },
    /** Settings that a test may change: how long an access token lasts. */
    state,
    /** Expires one access token early. */
    expire: (token: string) => access.delete(token),
    /** The tokens that work now. */
    activeTokens: () => ({ access: [...access.keys()], refresh: [...refresh.keys()] }),
  };
}

/** The account to sign in with, by default the first one, and the button to press. */
type Answer = { person?: string; answer?: "allow" | "cancel" };

/** Goes through the consent page at `address` as a browser does; returns the URL it leads back to. */
export async function giveConsent(address: string, { person, answer = "allow" }: Answer = {}): Promise<URL> {
  const page = await fetch(address);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`The consent page answered ${page.status}: ${html}`);
  const [, first = ""] = /name="person" value="([^"]*)"/.exec(html) ?? [];
  const form = new URLSearchParams({ person: person ?? first, answer });
  for (const [, name = "", value = ""] of html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(name, value);
  }
  const sent = await fetch(new URL("consent", address), { method: "POST", body: form, redirect: "manual" });
  return new URL(sent.headers.get("Location") ?? "");
}

function refuse(status: number, error: string, description: string): Reply {
  return { status, json: { error, error_description: description } };
}

function challengeOf(verifier: string) {
  return createHash("sha256").update(verifier).digest("base64url");
}

function secret(kind: string) {
  return `${kind}-${randomBytes(24).toString("base64url")}`;
}
