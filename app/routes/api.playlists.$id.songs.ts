import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { addSong } from "~/models/playlist.server";
import { songInput } from "~/models/playlist-input";

export async function loader(visit: LoaderFunctionArgs) {
  return action(visit);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const add = operation(songInput, (member, input) => addSong(member.id, params.id ?? "", input), 201);
  return apiWrite(request, { POST: add });
}
