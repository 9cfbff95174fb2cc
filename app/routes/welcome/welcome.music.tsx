import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { openFavorites, submitFavorites } from "~/actions/profile/profile-forms.server";
import { titled } from "~/community";
import { FavoritesForm } from "~/components/profile/favorites-form";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { createClientAction, clientAction as sendForm } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { ARCHIVE_PATH } from "~/models/account/export/archive";
import { readArtist } from "~/models/artist/artist";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your Music · Welcome")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const asked = new URL(request.url).searchParams.get("artist");
  return { favorites: await openFavorites(member.id, readArtist(asked ?? undefined)) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitFavorites(request);
}

const askQuietly = createClientAction({ isToast: false });

/** Every click asks for the genres that follow from the artists, so a missing answer isn't reported. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return form.has("__intent__") ? askQuietly(args) : sendForm(args);
}

export default function WelcomeMusic() {
  return (
    <WelcomeStep
      step="music"
      title={t("Name three you'd defend")}
      text={t("It's how we find your people, and three artists are enough to begin with.")}
    >
      <FavoritesForm {...useLoaderData<typeof loader>()} />
      <p className="mt-6">
        <Trans
          text="Coming from another B-Side? <link>Import your data</link>"
          tags={{ link: <Link to={ARCHIVE_PATH} className="link inline-block py-3" /> }}
        />
      </p>
    </WelcomeStep>
  );
}
