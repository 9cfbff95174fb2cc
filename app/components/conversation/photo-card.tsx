// A photo in a chat: covered until it is clicked, unless the viewer chose otherwise.
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { t } from "~/language/text";
import { photoPath, photoRoom, photoUrl, thumbnailSize } from "~/models/conversation/attachment/attachment";
import type { AttachedContent } from "~/models/conversation/share";
import { Icon } from "~/ui/icon";
import { useBrokenImage } from "~/ui/use-broken-image";

type Photo = Extract<AttachedContent, { messageType: "photo" }> & { id: string; conversationId?: string };

const COVER = "cover share-link flex min-h-target items-center justify-center text-left font-semibold";

/**
 * Leads to the photo's page; nothing of a covered photo is loaded before the click. Without scripts the cover leads there, too.
 * A photo that is being sent has no conversation yet. `sender` is the partner's first name.
 */
export function PhotoCard({
  photo,
  sender,
  isCovered,
}: {
  photo: Photo;
  sender?: string;
  isCovered: boolean;
}) {
  const isHydrated = useHydrated();
  const [isPressed, setIsPressed] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const { width, ratio } = photoRoom(photo.metadata);
  const { conversationId } = photo;
  const page = conversationId && photoPath({ conversationId, id: photo.id });

  // The button that had the focus is gone.
  useEffect(() => {
    if (isPressed) link.current?.focus({ preventScroll: true });
  }, [isPressed]);

  const cover = (
    <>
      <Icon name="camera" className="mr-2 flex-none" /> {t("Show Photo")}
    </>
  );
  return (
    <span className="card share" style={{ width }}>
      <span className="share-picture" style={{ paddingBottom: `${ratio * 100}%` }}>
        {!page ? (
          <span className={COVER}>
            <Icon name="camera" />
          </span>
        ) : !isCovered || isPressed ? (
          <a ref={link} href={page} target="_parent" className="cover share-link">
            <Thumbnail photo={photo} alt={sender ? t("Photo from {sender}", { sender }) : t("Your photo")} />
          </a>
        ) : isHydrated ? (
          <button type="button" className={COVER} onClick={() => setIsPressed(true)}>
            {cover}
          </button>
        ) : (
          <a href={page} target="_parent" className={COVER}>
            {cover}
          </a>
        )}
      </span>
    </span>
  );
}

function Thumbnail({ photo, alt }: { photo: Photo; alt: string }) {
  const url = photoUrl(photo, "thumbnail");
  const { isBroken, image } = useBrokenImage(url);
  if (isBroken) return <span className={COVER}>{t("This photo can't be shown.")}</span>;
  return (
    <img
      {...image}
      {...thumbnailSize(photo.metadata)}
      src={url}
      alt={alt}
      className="cover object-contain"
      loading="lazy"
    />
  );
}
