import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownFace, submitProfilePicture } from "~/actions/profile/picture-form.server";
import { titled } from "~/community";
import { PictureForm } from "~/components/profile/picture-form";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { nextStepPath } from "~/models/member/welcome";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { pictureClientAction as clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Your Photo · Welcome")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { face: ownFace(await requireMember(request)) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitProfilePicture(request, "photo", nextStepPath("photo"));
}

export default function WelcomePhoto() {
  const { face } = useLoaderData<typeof loader>();
  return (
    <WelcomeStep
      step="photo"
      title={t("A photo of you")}
      text={t("A face says hello before you do. Until you add one, others see your first artist's sleeve.")}
      skip={face ? t("Keep this photo") : undefined}
    >
      <PictureForm key={face?.url} picture="photo" removals={[]} face={face} isFirstRun />
    </WelcomeStep>
  );
}
