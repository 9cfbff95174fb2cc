// A member's own photos on their profile.

import { t } from "~/language/text";
import { PHOTOS_PATH } from "~/models/member/profile";
import type { PhotoDto } from "~/models/picture/photos";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";

/** The photos in a row, and the link to the page that changes them. */
export function OwnPhotos({ photos }: { photos: PhotoDto[] }) {
  return (
    <div className="mt-6">
      {photos.length > 1 ? (
        <ul className="cluster mb-4">
          {photos.map(({ id, photoUrl, photoFocus, isPending }, index) => (
            <li key={id}>
              <Avatar
                face={{ url: photoUrl, focus: photoFocus }}
                alt={
                  isPending
                    ? t("Photo {number}, waiting for a moderator", { number: index + 1 })
                    : t("Photo {number}", { number: index + 1 })
                }
                size="photo"
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ButtonLink to={PHOTOS_PATH} icon="camera">
        {t("Your Photos")}
      </ButtonLink>
    </div>
  );
}
