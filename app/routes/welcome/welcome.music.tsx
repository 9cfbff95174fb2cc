import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FavoritesForm } from "~/components/profile/favorites-form";
import { openFavorites, submitFavorites } from "~/components/profile/profile-forms.server";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { requireMember } from "~/http/page.server";
import { readArtist } from "~/models/artist/artist";

export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Your Music · Welcome · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const asked = new URL(request.url).searchParams.get("artist");
  return { favorites: await openFavorites(member.id, readArtist(asked ?? undefined)) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitFavorites(request);
}

export default function WelcomeMusic() {
  return (
    <WelcomeStep
      step="music"
      title="The music you love"
      text="It's how we find your people. A few artists are enough to begin with."
    >
      <FavoritesForm {...useLoaderData<typeof loader>()} />
    </WelcomeStep>
  );
}
