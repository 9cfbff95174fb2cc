// A member's own photos on their profile.
import { Photo } from "~/components/member/photo";
import { ButtonLink } from "~/components/ui/button";
import { PHOTOS_PATH } from "~/models/member/profile";
import type { PhotoDto } from "~/models/picture/photos";

/** The photos in a row, and the link to the page that changes them. */
export function OwnPhotos({ photos }: { photos: PhotoDto[] }) {
  return (
    <div>
      {photos.length > 1 ? (
        <ul className="cluster mb-4">
          {photos.map(({ id, photoUrl, photoFocus, isPending }, index) => (
            <li key={id}>
              <Photo
                face={{ url: photoUrl, focus: photoFocus }}
                sizes="80px"
                alt={`Photo ${index + 1}${isPending ? ", waiting for a moderator" : ""}`}
                width={80}
                height={80}
                loading="lazy"
                className="own-picture flex-none rounded object-cover"
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ButtonLink to={PHOTOS_PATH} icon="camera">
        Your Photos
      </ButtonLink>
    </div>
  );
}
