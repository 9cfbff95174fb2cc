import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const add = operation(songInput, (member, input) => addSong(member.id, params.id ?? "", input), 201);
  return apiWrite(request, { POST: add });
}
