import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitPhotoCheck } from "~/actions/profile/photos-form.server";
import { titled } from "~/community";
import { PhotoCheck } from "~/components/profile/photo-check";
import { env } from "~/env.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PHOTOS_PATH } from "~/models/member/profile";
import { markSeen } from "~/models/notification/notification-reading.server";
import { getPhotoCheck } from "~/models/picture/photo-check.server";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { pictureClientAction as clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Photo Check · Profile")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  orNotFound(env.photoCheck || undefined);
  await markSeen(member.id, ["photo-check"]);
  return getPhotoCheck(member);
}

export async function action({ request }: ActionFunctionArgs) {
  orNotFound(env.photoCheck || undefined);
  return submitPhotoCheck(request);
}

export default function PhotoCheckPage() {
  const state = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Photo Check")}
        text={t("Show others that your profile photo is of you.")}
        back={{ to: PHOTOS_PATH, label: t("Back to your photos") }}
      />
      <PhotoCheck state={state} answer={answer} />
    </div>
  );
}
