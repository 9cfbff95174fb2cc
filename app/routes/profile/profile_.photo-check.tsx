import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PhotoCheck } from "~/components/profile/photo-check";
import { submitPhotoCheck } from "~/components/profile/photos-form.server";
import type { FormRefusal } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { env } from "~/env.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { markSeen } from "~/live/notification-rows.server";
import { PHOTOS_PATH } from "~/models/member/profile";
import { getPhotoCheck } from "~/models/picture/photo-check.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { pictureClientAction as clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Photo Check · Profile · B-Side" }];

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
        title="Photo Check"
        text="Show others that your profile photo is of you."
        back={{ to: PHOTOS_PATH, label: "Back to your photos" }}
      />
      <PhotoCheck state={state} answer={answer} />
    </div>
  );
}
