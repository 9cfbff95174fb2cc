// A fake Google: accounts, tokens and YouTube's Data API at one URL.
import { type Client, createAuthorization } from "./authorization";
import { startService } from "./service";

type Account = { email: string; channel?: { id: string; snippet: { title: string; customUrl?: string } } };

const accounts: Account[] = [
  {
    email: "ada@google.example",
    channel: { id: "UCada0000000000000000000", snippet: { title: "Ada's mixtapes", customUrl: "@ada" } },
  },
  { email: "without-a-channel@google.example" },
  {
    email: "hostile@google.example",
    channel: {
      id: "UChostile000000000000000",
      snippet: { title: `<script>alert(1)</script>\u0000${"\u200b".repeat(9_000)}` },
    },
  },
];

/** Starts a fake Google with one registered client. */
export async function startGoogle(client: Client) {
  const authorization = createAuthorization({
    client,
    people: accounts.map(({ email }) => email),
    expectedParams: {
      scope: "https://www.googleapis.com/auth/youtube.readonly",
      access_type: "offline",
      prompt: "consent",
    },
    rotates: false,
  });
  const service = startService(
    ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"],
    (request) => {
      const call = `${request.method} ${request.path}`;
      if (call === "GET /o/oauth2/v2/auth") return authorization.showConsentPage(request, "Google");
      if (call === "POST /o/oauth2/v2/consent") return authorization.receiveConsent(request);
      if (call === "POST /token") return authorization.issueTokens(request);
      if (call === "POST /revoke") {
        const known = authorization.revoke(request.form.get("token") ?? "");
        return known ? { json: {} } : { status: 400, json: { error: "invalid_token" } };
      }
      if (call !== "GET /youtube/v3/channels") return undefined;
      const person = authorization.personOf(request);
      const account = accounts.find(({ email }) => email === person);
      if (!account) return { status: 401, json: { error: { code: 401, message: "Invalid Credentials" } } };
      const isValid = request.query.get("mine") === "true" && request.query.get("part") === "snippet";
      if (!isValid) return { status: 400, json: { error: { code: 400, message: "No filter selected." } } };
      const { channel } = account;
      return { json: { kind: "youtube#channelListResponse", ...(channel ? { items: [channel] } : {}) } };
    },
  );
  return { ...service, authorization };
}
