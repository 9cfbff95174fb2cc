import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { submitDeletion } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { SettingsAction } from "~/components/account/settings-action";
import { GRACE_DAYS } from "~/durations";
import { requireConfirmed, requireSignIn } from "~/http/page.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Delete Account · Settings") }];

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
      <PageHeader title="Delete Account" />
      <ul className="tips mb-4">
        <li>You leave Discover, matches and games right away, and you're signed out of all browsers.</li>
        <li>{`For ${GRACE_DAYS} days, you can sign in and get everything back as it was.`}</li>
        <li>
          After that, your profile, music, records, playlists and pictures are erased and left out of new
          backups.
        </li>
        <li>Messages you sent stay with the people you sent them to, without your name or photo.</li>
      </ul>
      <SettingsAction button="Delete My Account" pending="Deleting..." variant="danger" reload />
    </div>
  );
}
