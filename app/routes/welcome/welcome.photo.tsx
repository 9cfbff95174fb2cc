import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PictureForm } from "~/components/profile/picture-form";
import { submitProfilePicture } from "~/components/profile/picture-form.server";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { nextStepPath } from "~/models/member/welcome";

export const meta: MetaFunction = () => [{ title: "Your Photo · Welcome · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  return submitProfilePicture(request, "photo", nextStepPath("photo"));
}

export const clientAction = createClientAction({
  unreachable: "We couldn't reach B-Side.",
  isToast: false,
});

export default function WelcomePhoto() {
  return (
    <WelcomeStep
      step="photo"
      title="A photo of you"
      text="A face says hello before you do. Until you add one, others see your initial."
    >
      <PictureForm picture="photo" removals={[]} />
    </WelcomeStep>
  );
}
