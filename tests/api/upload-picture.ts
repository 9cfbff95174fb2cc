// Uploads pictures as the app's pages do.
import { photo } from "../fakes/picture-files";
import type { Person } from "./people";

/** The path of a new upload URL. */
export async function openUpload(person: Person): Promise<string> {
  const { uploadURL } = await (await person.json("POST", "/api/objects/upload", undefined)).json();
  return new URL(uploadURL).pathname;
}

/** Uploads a picture, a photo unless `bytes` say otherwise; resolves with the picture's own path. */
export async function uploadPicture(person: Person, bytes?: Uint8Array): Promise<string> {
  const sent = await person.send(await openUpload(person), {
    method: "PUT",
    body: new Uint8Array(bytes ?? (await photo())),
    headers: { "Content-Type": "image/jpeg", "Sec-Fetch-Site": "same-origin" },
  });
  return ((await sent.json()) as { imageUrl: string }).imageUrl;
}

/** Gives a member a profile photo; resolves with its path. */
export async function addProfilePhoto(person: Person): Promise<string> {
  const profileImageURL = await uploadPicture(person);
  await person.json("PUT", "/api/profile-images", { profileImageURL });
  return profileImageURL;
}
