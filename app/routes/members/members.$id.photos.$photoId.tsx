import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { LikeThis } from "~/components/member/like-this";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { canSendNote } from "~/models/match/like-with-note.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { memberPhotoPath } from "~/models/picture/photos";
import { getShownPhotos } from "~/models/picture/photos.server";
import { pictureSet } from "~/models/picture-url";
import { shortName } from "~/models/public-member";
import { photoReportId, reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(t("Photo {number} · {name} · Members", { number: data.position, name: data.name }))
      : COMMUNITY_NAME,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const memberId = memberIdParam(params.id);
  const { card } = orNotFound(await getMemberPage(viewer, memberId));
  const photos = await getShownPhotos(viewer.id, memberId);
  const index = photos.findIndex(({ id }) => id === params.photoId);
  return {
    photo: orNotFound(photos[index]),
    position: index + 1,
    count: photos.length,
    previousId: photos[index - 1]?.id,
    nextId: photos[index + 1]?.id,
    memberId: card.id,
    name: shortName(card),
    takesNotes: await canSendNote(viewer.id, memberId),
  };
}

/** As large as fits the window, in a box that keeps its size when the picture arrives. */
const WHOLE = { width: "100%", height: "70vh", maxHeight: "125vw", objectFit: "contain" } as const;

export default function MemberPhoto() {
  const { photo, position, count, previousId, nextId, memberId, name, takesNotes } =
    useLoaderData<typeof loader>();
  const title = count === 1 ? t("Photo") : t("Photo {number} of {count}", { number: position, count });
  const address = memberPhotoPath(memberId, photo.id);
  return (
    <>
      <PageHeader
        title={title}
        text={name}
        back={{ to: `/members/${memberId}`, label: t("Back to {name}", { name }) }}
      />
      <img style={WHOLE} src={photo.photoUrl} srcSet={pictureSet(photo.photoUrl)} sizes="96vw" alt={name} />
      <div className="cluster mt-4">
        {previousId ? (
          <ButtonLink to={memberPhotoPath(memberId, previousId)} icon="back">
            {t("Previous")}
          </ButtonLink>
        ) : null}
        {nextId ? <ButtonLink to={memberPhotoPath(memberId, nextId)}>{t("Next")}</ButtonLink> : null}
        {takesNotes ? (
          <LikeThis
            memberId={memberId}
            quote={{ type: "photo", photoId: photo.id }}
            about={count === 1 ? t("Their photo") : t("Photo {number}", { number: position })}
          />
        ) : null}
        <ButtonLink
          to={`${reportPath("photo", photoReportId(memberId, photo.id))}&from=${encodeURIComponent(address)}`}
        >
          {t("Report", { as: "button" })}
        </ButtonLink>
      </div>
    </>
  );
}
