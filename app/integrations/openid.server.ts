// OpenID Connect providers: their metadata and their other answers.
import { z } from "zod";
import { firstOf } from "./answer-fields";
import { type HttpRequestOptions, httpRequest, parseJson } from "./http-request.server";

const MOST_CLAIMS = 1_000;

const metadata = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.string().url(),
  token_endpoint: z.string().url(),
  userinfo_endpoint: z.string().url(),
  jwks_uri: z.string().url(),
  claims_supported: firstOf(MOST_CLAIMS, z.string()).optional(),
});
export type ProviderMetadata = z.output<typeof metadata>;

/**
 * Reads a provider's metadata. Throws for one that is unreachable or claims another's issuer, with a sentence for the operator.
 */
export async function discoverProvider(issuer: string): Promise<ProviderMetadata> {
  const bare = (address: string) => address.replace(/\/$/, "");
  const found = metadata.safeParse(await readProvider(`${bare(issuer)}/.well-known/openid-configuration`));
  if (!found.success) throw new Error("The provider's metadata is incomplete");
  // People are identified by issuer and subject, so a provider must not claim another's issuer.
  if (bare(found.data.issuer) !== bare(issuer)) throw new Error("The provider claims another issuer");
  return found.data;
}

/** The JSON that a provider answers with. Throws for any status but 200. */
export async function readProvider(address: string, options: HttpRequestOptions = {}): Promise<unknown> {
  const response = await httpRequest(address, "", options);
  if ("failure" in response) throw new Error(`The provider doesn't respond (${response.failure})`);
  if (response.status !== 200) throw new Error(`The provider responded with ${response.status}`);
  return parseJson(response);
}
