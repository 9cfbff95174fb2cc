import { apiRoute, operation } from "~/http/api.server";
import { findReleases } from "~/models/catalog/release.server";
import { releaseQuery } from "~/models/catalog/release-schema";

export const loader = apiRoute({
  GET: operation(releaseQuery, async (member, search) => ({
    releases: await findReleases(member.id, search),
  })),
});
export const action = loader;
