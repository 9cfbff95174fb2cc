// The YouTube API: a member's channel.
import { z } from "zod";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { firstOf } from "./answer-fields";
import {
  type Account,
  accountId,
  type ConsentApi,
  cleanName,
  parseResponse,
  requestJson,
} from "./music-service.server";
import { serviceUrl } from "./outside-service.server";

const NAME = "YouTube";
const ACCOUNTS_HOST = "accounts.google.com";
const TOKENS_HOST = "oauth2.googleapis.com";
const API_HOST = "www.googleapis.com";

const channels = z.object({
  items: firstOf(1, z.object({ id: accountId, snippet: z.object({ title: z.string() }) })).default([]),
});

export const youtube: ConsentApi = {
  ...env.google,
  consentPage: `${serviceUrl(ACCOUNTS_HOST)}/o/oauth2/v2/auth`,
  scopes: ["https://www.googleapis.com/auth/youtube.readonly"],
  // Google sends a refresh token only with a new consent.
  extra: { access_type: "offline", prompt: "consent" },
  tokens: [serviceUrl(TOKENS_HOST), "/token"],
  revocation: [serviceUrl(TOKENS_HOST), "/revoke"],
  readAccount,
};

async function readAccount(options: Parameters<ConsentApi["readAccount"]>[0]): Promise<Account | undefined> {
  const response = await requestJson(NAME, serviceUrl(API_HOST), "/youtube/v3/channels", {
    ...options,
    query: { part: "snippet", mine: "true" },
  });
  if (response.status === 401) return undefined;
  const [channel] = parseResponse(NAME, channels, response).items;
  if (!channel) {
    const message = msg(
      "This Google account has no YouTube channel. Create one on YouTube, or choose another account.",
    );
    throw new Refusal("invalid", message);
  }
  return { userId: channel.id, username: cleanName(channel.snippet.title) || channel.id, topArtists: null };
}
