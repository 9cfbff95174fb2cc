import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { NewInvitations } from "~/components/account/new-invitations";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { OPERATOR_INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { addOperatorInvitations, listInviters } from "~/models/account/invitation/invitation.server";
import { amountInput } from "~/models/account/invitation/invitation-schema";
import { OPERATOR_PATH } from "~/models/operator/overview";
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { Badge, Card, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Invitations · Operations")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOperator(request);
  return { inviters: await listInviters(), isOn: env.registration === "invitation", origin: env.origin };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: amountInput, authorize: requireOperator, errorTitle: t("No invitation was made") };
  return submitForm(request, form, async (_, { amount }) => ({
    form: { codes: await addOperatorInvitations(amount) },
  }));
}

export default function OperatorInvitations() {
  const { inviters, isOn, origin } = useLoaderData<typeof loader>();
  const codes = useActionData<{ codes?: string[] }>()?.codes;
  return (
    <>
      <PageHeader
        title={t("Invitations")}
        back={{ to: OPERATOR_PATH, label: t("Back to operations") }}
        text={
          isOn
            ? t("Who has invited whom.")
            : t("Nobody needs an invitation now (REGISTRATION). Who has invited whom.")
        }
      />
      <div className="stack">
        {codes ? <NewInvitations codes={codes} origin={origin} /> : null}
        <BasicForm id="invitations" className="max-w-form" schema={fetchSchema} defaults={{ amount: 1 }}>
          <BasicField name="amount" label={t("How many")} inputMode="numeric" required />
          <BasicSubmit>{t("Create Invitations")}</BasicSubmit>
        </BasicForm>
        {inviters.length ? null : (
          <EmptyState
            title={t("No invitations")}
            text={t("Open invitations, and who joined with one, appear here.")}
          />
        )}
        {inviters.map(({ id, name, isKeptOut, open, joined }) => (
          <Card
            key={id ?? "operators"}
            title={name}
            note={
              isKeptOut ? (
                <Badge tone="red">{t("Suspended or deleted")}</Badge>
              ) : (
                t("{count} open", { count: open })
              )
            }
          >
            {joined.length ? (
              <ul className="divided">
                {joined.map((guest) => (
                  <li key={guest.id} className="py-2">
                    {guest.name}, <DateTime at={guest.at} as="date" />{" "}
                    {guest.isKeptOut ? <Badge tone="red">{t("Suspended or deleted")}</Badge> : null}
                  </li>
                ))}
              </ul>
            ) : (
              <p>{t("No one has joined yet.")}</p>
            )}
            <div className="cluster mt-4">
              {id && joined.length ? (
                <Link
                  to={`${NEWCOMERS_PATH}?${new URLSearchParams({ show: "new", by: "inviter", value: id })}`}
                  className="link py-1"
                >
                  {t("Look at these accounts together")}
                </Link>
              ) : null}
              {open ? <EndButton inviter={id ?? ""} open={open} /> : null}
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/invitation/invitation-schema")).amountInput;
}

function EndButton({ inviter, open }: { inviter: string; open: number }) {
  useFocusAfterwards();
  return (
    <PostButton to={`${OPERATOR_INVITATIONS_PATH}/end`} fields={{ inviter }} pending={t("Ending...")}>
      {t("{count, plural, one {End 1 Open Invitation} other {End # Open Invitations}}", { count: open })}
    </PostButton>
  );
}
