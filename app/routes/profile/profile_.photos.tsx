import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { submitPhotos } from "~/actions/profile/photos-form.server";
import { titled } from "~/community";
import { AddPhotosForm, NoRoom, PhotoOrder } from "~/components/profile/photos-form";
import { env } from "~/env.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { profilePath } from "~/models/member/profile";
import { PHOTO_CHECK_PATH } from "~/models/picture/photo-check";
import { hasFirstPhoto, PHOTOS_MAX } from "~/models/picture/photos";
import { readOwnPhotos } from "~/models/picture/photos.server";
import { Card } from "~/ui/card";
import { opensDialogElsewhere } from "~/ui/dialog/dialog-link";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { pictureClientAction as clientAction } from "~/forms/client-action";

const PROFILE = profilePath("page");

export const meta: MetaFunction = () => [{ title: titled(t("Photos · Profile")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const isReplaced = hasFirstPhoto(member) && member.pendingPhotoId !== null;
  return { ...(await readOwnPhotos(member)), isReplaced, canBeChecked: env.photoCheck };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitPhotos(request);
}

export default function Photos() {
  const { photos, isReplaced, canBeChecked } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  const room = PHOTOS_MAX - photos.length;
  return (
    <>
      <PageHeader
        title={t("Your Photos")}
        text={t("Up to {photosMax}, in the order others see them. The first is your profile photo.", {
          photosMax: PHOTOS_MAX,
        })}
        back={{ to: PROFILE, label: t("Back to your profile") }}
      />
      <div className="stack">
        {isReplaced ? (
          <p>
            <Trans
              text="Your new profile photo will take the place of the first once a moderator approves it. <link>Change or withdraw it</link>"
              tags={{
                link: (
                  <Link
                    to={profilePath("page", "/profile/photo")}
                    className="link"
                    {...opensDialogElsewhere(t("Change profile photo"))}
                  />
                ),
              }}
            />
          </p>
        ) : null}
        {canBeChecked ? (
          <p>
            <Trans
              text="<link>Photo check</link>: show others that your profile photo is of you."
              tags={{ link: <Link to={PHOTO_CHECK_PATH} className="link" /> }}
            />
          </p>
        ) : null}
        {photos.length ? <PhotoOrder photos={photos} /> : null}
        <Card title={t("Add Photos")}>
          {room > 0 ? <AddPhotosForm key={photos.length} room={room} answer={answer} /> : <NoRoom />}
        </Card>
      </div>
    </>
  );
}
