import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requirePasswordOf, submitCode } from "~/actions/sign-in/sign-in-forms.server";
import { requireInteraction } from "~/auth/interaction.server";
import { titled } from "~/community";
import { SecondFactorFields } from "~/components/sign-in/second-factor-fields";
import { BasicForm, BasicSubmit } from "~/forms/basic-form";
import { t } from "~/language/text";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Enter Your Code")) }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePasswordOf(await requireInteraction(request, context));
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  return submitCode(request, await requireInteraction(request, context), context.clientAddress);
}

export default function EnterCode() {
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHeader
          title={t("Enter Your Code")}
          eyebrow={t("Side A")}
          text={t("Password accepted. One more step.")}
        />
        <BasicForm id="second-factor" schema={fetchSchema} reload>
          <SecondFactorFields />
          <BasicSubmit>{t("Sign In")}</BasicSubmit>
        </BasicForm>
      </div>
    </main>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/second-factor/authenticator-schema")).secondFactorInput;
}
