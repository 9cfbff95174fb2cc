// The browser's side of an upload: an address is asked for, the file sent there, and its progress told.
import { PICTURE_BYTES, pictureTrouble } from "~/models/picture";

/** Why an upload failed: the status it was answered with, if it was, and the reason as a sentence without its end. */
export class UploadFailure extends Error {
  constructor(
    readonly status: number | undefined,
    reason: string,
  ) {
    super(reason.replace(/\.$/, ""));
  }
}

/** What is wrong with the chosen files before any of them is sent; undefined for one file of at most 10 MB. */
export function fileTrouble(files: ArrayLike<Pick<File, "size">>): string | undefined {
  if (files.length > 1) return pictureTrouble.tooMany;
  return (files[0]?.size ?? 0) > PICTURE_BYTES ? pictureTrouble.tooLarge : undefined;
}

/**
 * Uploads a picture and resolves with the address it can be shown at. `tell` hears the share that has been sent, from 0 to 1.
 * Throws UploadFailure; throws nothing of the kind when it is aborted.
 */
export async function sendPicture(
  file: File,
  tell: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const opened = await fetch("/api/objects/upload", { method: "POST", signal }).catch(unreachable);
  if (!opened.ok) throw new UploadFailure(opened.status, await reasonOf(opened));
  const { uploadURL } = (await opened.json()) as { uploadURL: string };
  const { status, text } = await put(uploadURL, file, tell, signal);
  if (status < 200 || status > 299) throw new UploadFailure(status, text || `status ${status}`);
  return (JSON.parse(text) as { imageUrl: string }).imageUrl;
}

/** Not by fetch, which tells nothing of how far it is. */
function put(address: string, file: File, tell: (share: number) => void, signal: AbortSignal) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => tell(total ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new UploadFailure(undefined, "The server could not be reached"));
    signal.addEventListener("abort", () => request.abort());
    request.open("PUT", address);
    request.send(file);
  });
}

async function reasonOf(answer: Response): Promise<string> {
  return (await answer.text()) || `status ${answer.status}`;
}

function unreachable(): never {
  throw new UploadFailure(undefined, "The server could not be reached");
}
