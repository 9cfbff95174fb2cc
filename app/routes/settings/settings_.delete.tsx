import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { submitDeletion } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { SettingsAction } from "~/components/account/settings-action";
import { GRACE_DAYS } from "~/durations";
import { requireConfirmed, requireSignIn } from "~/http/page.server";
import { t } from "~/language/text";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Delete Account · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireConfirmed(request, undefined, requireSignIn);
  return null;
}

export function action({ request }: ActionFunctionArgs) {
  return submitDeletion(request);
}

export default function DeleteAccount() {
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title={t("Delete Account")} />
      <ul className="tips mb-4">
        <li>
          {t("You leave Discover, matches and games right away, and you're signed out of all browsers.")}
        </li>
        <li>
          {t("For {days} days, you can sign in and get everything back as it was.", {
            days: GRACE_DAYS,
          })}
        </li>
        <li>
          {t(
            "After that, your profile, music, records, playlists and pictures are erased and left out of new backups.",
          )}
        </li>
        <li>{t("Messages you sent stay with the people you sent them to, without your name or photo.")}</li>
      </ul>
      <SettingsAction button={t("Delete My Account")} pending={t("Deleting...")} variant="danger" reload />
    </div>
  );
}
