// A member's own photos: their order, and the form that adds to them.
import { useFetcher, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useUploadProgress } from "~/browser/upload-progress";
import { useDragOrder } from "~/browser/use-drag-order";
import { useFocusAfterwards, useFocusOnChange } from "~/browser/use-focus";
import { useObjectUrl } from "~/browser/use-object-url";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { PHOTOS_PATH } from "~/models/member/profile";
import { PHOTOS_MAX, type PhotoDto, validatePhotos } from "~/models/picture/photos";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { Avatar } from "~/ui/avatar";
import { Button, IconButton, IconLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { DragHandle } from "~/ui/drag-handle";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";
import { FocusField } from "./focus-field";

/** The photos in their order, each with the buttons that move and remove it; with scripts they are dragged, too. */
export function PhotoOrder({ photos }: { photos: PhotoDto[] }) {
  const mover = useFetcher();
  const order = useDragOrder((id, before) => {
    const others = photos.map((photo) => photo.id).filter((other) => other !== id);
    const position = (before ? others.indexOf(before) : others.length) + 1;
    mover.submit({ position }, { method: "post", action: movePath(id) });
  });
  return (
    <ol ref={order.list} className="stack">
      {photos.map((photo, index) => (
        <OwnPhoto
          key={photo.id}
          photo={photo}
          position={index + 1}
          count={photos.length}
          className={order.classOf(photo.id, index === photos.length - 1)}
          handle={photos.length > 1 ? <DragHandle {...order.handleOf(photo.id)} /> : null}
        />
      ))}
    </ol>
  );
}

function movePath(id: string): string {
  return `${PHOTOS_PATH}/${id}/move`;
}

function OwnPhoto({
  photo,
  position,
  count,
  className,
  handle,
}: {
  photo: PhotoDto;
  position: number;
  count: number;
  className: string;
  handle: ReactNode;
}) {
  const { id, photoUrl, photoFocus, isPending } = photo;
  const remover = useFetcher();
  const row = useFocusOnChange<HTMLLIElement>(position);
  useFocusAfterwards();
  const address = `${PHOTOS_PATH}/${id}`;
  return (
    <li ref={row} tabIndex={-1} data-row={id} className={`card own-photo ${className}`}>
      <Avatar
        face={{ url: photoUrl, focus: photoFocus }}
        alt={t("Photo {number} of {count}", { number: position, count })}
        size="photo"
      />
      <div className="ml-3 min-w-0 flex-1">
        <div className="flex items-center">
          <p className="cluster min-w-0 flex-1">
            <b>{position === 1 ? t("Profile photo") : t("Photo {number}", { number: position })}</b>
            {isPending ? <Badge>{t("Waiting for a moderator")}</Badge> : null}
          </p>
          {handle}
        </div>
        <div className="cluster mt-2">
          {count > 1 ? <MoveForm id={id} position={position} count={count} /> : null}
          <IconLink
            to={address}
            icon="edit"
            variant="quiet"
            name={t("Position of photo {number}", { number: position })}
          />
          <Form fetcher={remover} action={`${address}/remove`}>
            <IconButton
              icon="trash"
              variant="quiet"
              name={t("Remove photo {number}", { number: position })}
            />
          </Form>
        </div>
      </div>
    </li>
  );
}

function MoveForm({ id, position, count }: { id: string; position: number; count: number }) {
  const mover = useFetcher();
  return (
    <Form fetcher={mover} action={movePath(id)} className="cluster">
      <IconButton
        name={t("Move photo {number} up", { number: position })}
        icon="up"
        variant="quiet"
        field="position"
        value={position - 1}
        disabled={position === 1}
      />
      <IconButton
        name={t("Move photo {number} down", { number: position })}
        icon="down"
        variant="quiet"
        field="position"
        value={position + 1}
        disabled={position === count}
      />
      {position > 2 ? (
        <Button name="position" value={1} isPending={mover.state !== "idle"}>
          <Trans
            text="Make <span>photo {number}</span> First"
            values={{ number: position }}
            tags={{ span: <span className="sr-only" /> }}
          />
        </Button>
      ) : null}
    </Form>
  );
}

/** Posts to its own page; `room` is how many photos can be added. */
export function AddPhotosForm({ room, answer }: { room: number; answer: FormRefusal | undefined }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isPosting = useNavigation().formAction === PHOTOS_PATH;
  const sent = useUploadProgress();
  const [files, setFiles] = useState<File[]>([]);
  return (
    <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
      <RefusalSummary refusal={isPosting ? undefined : refusal} />
      <FileField
        name="file"
        label={t("Photos")}
        required
        multiple
        hint={t(
          "Up to {count} more: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each. Location and date are removed.",
          { count: room },
        )}
        error={isPosting ? undefined : fields.file}
        check={(files) => validatePhotos(files, room)}
        onChoose={({ files }) => {
          dismiss();
          setFiles(Array.from(files ?? []));
        }}
      />
      {files.map((file, index) => (
        <NewPhoto key={`${file.name} ${file.lastModified}`} file={file} id={`focus-${index}`} />
      ))}
      <Button variant="primary" icon="upload" isPending={isPosting}>
        {isPosting ? t("Uploading...") : t("Add Photos")}
      </Button>
      {isPosting ? <UploadProgress sent={sent} /> : null}
    </Form>
  );
}

/** The focal point of a chosen file, which is sent with it. */
function NewPhoto({ file, id }: { file: File; id: string }) {
  const url = useObjectUrl(file);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the name of the file is no legend that anybody needs to see
    <div role="group" aria-label={file.name}>
      <FocusField id={id} url={url} focus={DEFAULT_FOCUS} />
    </div>
  );
}

/** Shown in place of the form while there is no room. */
export function NoRoom() {
  return (
    <p className="text-soft">{t("You have {max} photos. Remove one to add another.", { max: PHOTOS_MAX })}</p>
  );
}
