import { apiRoute, operation } from "~/http/api.server";
import { findReleases } from "~/models/catalog/release.server";
import { releaseQuery } from "~/models/catalog/release-schema";

export const { loader, action, operations } = apiRoute({
  GET: operation(releaseQuery, async (member, search) => ({
    releases: await findReleases(member.id, search),
  })),
});
