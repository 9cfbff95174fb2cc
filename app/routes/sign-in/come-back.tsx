import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SignOut } from "~/components/profile/sign-out";
import { submitButton } from "~/forms/mutation.server";
import { requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { COME_BACK_PATH, comeBackMessage, erasedAt } from "~/models/account/leaving/deletion";
import { restoreAccount } from "~/models/account/leaving/deletion.server";
import { Button } from "~/ui/button";
import { DateTime } from "~/ui/date-time";
import { Form } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Come Back?")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { firstName, deletedAt } = await requireAccount(request);
  if (!deletedAt) throw redirect("/");
  return { firstName, erasedAt: erasedAt(deletedAt).toISOString() };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: COME_BACK_PATH, authorize: requireAccount }, async ({ id }) => {
    await restoreAccount(id);
    return { flash: comeBackMessage, to: "/" };
  });
}

export default function ComeBack() {
  const { firstName, erasedAt } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={t("Come back, {firstName}?", { firstName })} text={t("You deleted your account.")} />
      <p className="mb-4">
        <Trans
          text="Everything in it will be erased on {date}. Until then, you can restore it exactly as it was."
          values={{ date: <DateTime at={erasedAt} as="date" /> }}
        />
      </p>
      <div className="cluster">
        <Form>
          <Button variant="primary">{t("Restore My Account")}</Button>
        </Form>
        <SignOut />
      </div>
    </div>
  );
}
