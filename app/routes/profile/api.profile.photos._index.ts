import { apiRoute, operation } from "~/http/api.server";
import { addPhotos, readOwnPhotos } from "~/models/picture/photos.server";
import { photosInput } from "~/models/picture/picture-schema";

export const loader = apiRoute({
  GET: { run: async (member) => readOwnPhotos(member) },
  POST: operation(
    photosInput,
    async (member, { photos }) => {
      const uploads = photos.map(({ photoURL, photoFocus }) => ({ id: photoURL, focus: photoFocus }));
      return readOwnPhotos(await addPhotos(member.id, uploads));
    },
    201,
  ),
});
export const action = loader;
