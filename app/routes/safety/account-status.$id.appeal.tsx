import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { titled } from "~/community";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { errorFlash, setFlash } from "~/http/flash.server";
import { orNotFound, requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { ACCOUNT_STATUS_PATH, APPEAL_MAX } from "~/models/safety/sanctions/account-status";
import { appealInput } from "~/models/safety/sanctions/account-status-schema";
import { fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { isAppealable } from "~/models/safety/sanctions/sanction";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { refusalIn } from "~/refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Appeal · Account Status")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireAccount(request);
  const sanctions = await listSanctions(member.id);
  const sanction = orNotFound(sanctions.find(({ id }) => id === params.id));
  // It was appealed in another tab, or the deadline has passed.
  if (!isAppealable(sanction)) throw redirect(ACCOUNT_STATUS_PATH);
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: appealInput, authorize: requireAccount, errorTitle: t("Your appeal wasn't sent") };
  return submitForm(request, form, async (member, input) => {
    try {
      await fileAppeal(member.id, params.id ?? "", input);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal?.code !== "conflict") throw error;
      await setFlash(request, errorFlash(t("Your appeal wasn't sent"), refusal.message));
      return { to: ACCOUNT_STATUS_PATH };
    }
    return {
      flash: { title: t("Appeal sent"), description: t("You'll see the outcome on this page.") },
      to: ACCOUNT_STATUS_PATH,
    };
  });
}

export default function Appeal() {
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Appeal")}
        text={t("You can appeal this decision once. A moderator reads every word.")}
      />
      <BasicForm id="appeal" schema={fetchSchema}>
        <BasicTextArea
          name="words"
          label={t("Why is the decision wrong?")}
          rows={8}
          maxLength={APPEAL_MAX}
          required
        />
        <BasicSubmit cancelTo={ACCOUNT_STATUS_PATH}>{t("Send Appeal")}</BasicSubmit>
      </BasicForm>
    </div>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/sanctions/account-status-schema")).appealInput;
}
