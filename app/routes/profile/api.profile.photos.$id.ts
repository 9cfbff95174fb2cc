import { apiRoute, operation } from "~/http/api.server";
import { readOwnPhotos, removePhoto, updatePhoto } from "~/models/picture/photos.server";
import { photoChange } from "~/models/picture/picture-schema";

export const loader = apiRoute({
  PATCH: operation(photoChange, async (member, { position, photoFocus }, { params: { id = "" } }) =>
    readOwnPhotos(await updatePhoto(member.id, id, { position, focus: photoFocus })),
  ),
  DELETE: { status: 204, run: (member, _, { params: { id = "" } }) => removePhoto(member.id, id) },
});
export const action = loader;
