// A member's own photos: their order, and the form that adds to them.
import { useFetcher, useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { useFocusAfterwards, useFocusOnChange } from "~/browser/use-focus";
import { Avatar } from "~/components/ui/avatar";
import { Button, IconButton, IconLink } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { FileField } from "~/components/ui/file-field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { UploadProgress } from "~/components/ui/upload-progress";
import { PHOTOS_PATH } from "~/models/member/profile";
import { PHOTOS_MAX, type PhotoDto, validatePhotos } from "~/models/picture/photos";

/** The photos in their order, each with the buttons that move and remove it. */
export function PhotoOrder({ photos }: { photos: PhotoDto[] }) {
  return (
    <ol className="stack">
      {photos.map((photo, index) => (
        <OwnPhoto key={photo.id} photo={photo} position={index + 1} count={photos.length} />
      ))}
    </ol>
  );
}

function OwnPhoto({ photo, position, count }: { photo: PhotoDto; position: number; count: number }) {
  const { id, photoUrl, photoFocus, isPending } = photo;
  const mover = useFetcher();
  const remover = useFetcher();
  const row = useFocusOnChange<HTMLLIElement>(position);
  useFocusAfterwards();
  const name = `photo ${position}`;
  const address = `${PHOTOS_PATH}/${id}`;
  return (
    <li ref={row} tabIndex={-1} className="card own-photo flex items-start p-4">
      <Avatar
        face={{ url: photoUrl, focus: photoFocus }}
        alt={`Photo ${position} of ${count}`}
        size="photo"
      />
      <div className="ml-3 min-w-0 flex-1">
        <p className="cluster">
          <b>{position === 1 ? "Profile photo" : `Photo ${position}`}</b>
          {isPending ? <Badge>Waiting for a moderator</Badge> : null}
        </p>
        <div className="cluster mt-2">
          {count > 1 ? (
            <Form fetcher={mover} action={`${address}/move`} className="cluster">
              <IconButton
                name={`Move ${name} up`}
                icon="up"
                variant="quiet"
                field="position"
                value={position - 1}
                disabled={position === 1}
              />
              <IconButton
                name={`Move ${name} down`}
                icon="down"
                variant="quiet"
                field="position"
                value={position + 1}
                disabled={position === count}
              />
              {position > 2 ? (
                <Button name="position" value={1} isPending={mover.state !== "idle"}>
                  Make <span className="sr-only">{name}</span> First
                </Button>
              ) : null}
            </Form>
          ) : null}
          <IconLink to={address} icon="edit" variant="quiet" name={`Position of ${name}`} />
          <Form fetcher={remover} action={`${address}/remove`}>
            <IconButton icon="trash" variant="quiet" name={`Remove ${name}`} />
          </Form>
        </div>
      </div>
    </li>
  );
}

/** Posts to its own page; `room` is how many photos can be added. */
export function AddPhotosForm({ room, answer }: { room: number; answer: FormRefusal | undefined }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isPosting = useNavigation().formAction === PHOTOS_PATH;
  const sent = useUploadProgress();
  return (
    <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
      <RefusalSummary refusal={isPosting ? undefined : refusal} />
      <FileField
        name="file"
        label="Photos"
        required
        isMultiple
        hint={`Up to ${room === 1 ? "1 more" : `${room} more`}: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each. Location and date are removed.`}
        error={isPosting ? undefined : fields.file}
        check={(files) => validatePhotos(files, room)}
        onChoose={dismiss}
      />
      <Button variant="primary" icon="upload" isPending={isPosting}>
        {isPosting ? "Uploading..." : "Add Photos"}
      </Button>
      {isPosting ? <UploadProgress sent={sent} /> : null}
    </Form>
  );
}

/** What stands instead of the form while there is no room. */
export function NoRoom() {
  return <p className="text-soft">{`You have ${PHOTOS_MAX} photos. Remove one to add another.`}</p>;
}
