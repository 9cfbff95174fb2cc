import { apiRoute, operation } from "~/http/api.server";
import { readAnthem, saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";

export const loader = apiRoute({
  GET: { run: async (member) => ({ anthem: (await readAnthem(member.id, member.anthem)) ?? null }) },
  PUT: operation(anthemInput, (member, input) => saveAnthem(member.id, input)),
  DELETE: { status: 204, run: async (member) => void (await saveAnthem(member.id, null)) },
});
export const action = loader;
