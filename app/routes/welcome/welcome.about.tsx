import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitAbout } from "~/actions/profile/profile-forms.server";
import { titled } from "~/community";
import { AboutForm } from "~/components/profile/about-form";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { previewWishes } from "~/models/match/discover.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import { readOwnWishes } from "~/models/member/wishes.server";
import { readConsent } from "~/models/member/wishes-consent.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("About You · Welcome")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { age, location, placeName, anthem, prompts } = member;
  const { others, towns } = getPlaceSuggestions(location, placeName);
  const town = { name: placeName, others: placeName === null ? others : [] };
  const preview = await previewWishes(member);
  const wishes = { wishes: readOwnWishes(member), consent: readConsent(member), preview };
  const asksForWords = !anthem && prompts.length === 0;
  return { age, location, town, towns, asksForWords, ...wishes };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitAbout(request);
}

export default function WelcomeAbout() {
  return (
    <WelcomeStep
      step="about"
      title={t("About you")}
      text={t("Others see your age, your town and how far away you are, but nothing you leave out.")}
    >
      <AboutForm {...useLoaderData<typeof loader>()} />
    </WelcomeStep>
  );
}
