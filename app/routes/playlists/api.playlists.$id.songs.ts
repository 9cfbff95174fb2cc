import { apiRoute, operation } from "~/http/api.server";
import { songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";

export const loader = apiRoute({
  POST: operation(songInput, (member, input, { params: { id = "" } }) => addSong(member.id, id, input), 201),
});
export const action = loader;
