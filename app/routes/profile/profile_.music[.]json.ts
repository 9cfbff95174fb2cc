import { downloadRoute } from "~/http/download.server";
import { readMusicFile } from "~/models/music/preferences.server";

export const loader = downloadRoute({
  page: () => "/profile?tab=music",
  open: async (member) => ({
    name: "music.json",
    type: "application/json",
    content: `${JSON.stringify(await readMusicFile(member.id), null, 2)}\n`,
  }),
});
