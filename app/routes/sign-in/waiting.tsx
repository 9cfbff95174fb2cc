import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SignOut } from "~/components/profile/sign-out";
import { env } from "~/env.server";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { AGE_PATH } from "~/models/account/age/age";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { answerQuestion, readApplication } from "~/models/account/waiting/application.server";
import { answerInput } from "~/models/account/waiting/application-schema";
import { ANSWER_MAX, type Application } from "~/models/account/waiting/waiting";
import { listWaitingReasons } from "~/models/account/waiting/waiting.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(`${titleOf(data?.application)}`) },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, email, waitingSince } = await requireMember(request);
  if (!waitingSince) throw redirect("/", 303);
  return {
    application: await readApplication(id),
    reasons: await listWaitingReasons(id),
    hasMail: Boolean(env.mail && email),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: answerInput, errorTitle: t("Your answer wasn't sent") };
  return submitForm(request, form, async ({ id }, input) => {
    await answerQuestion(id, input);
    return { flash: { title: t("Answer sent") } };
  });
}

export default function Waiting() {
  const { application, reasons, hasMail } = useLoaderData<typeof loader>();
  const isAsked = reasons.includes("age") || (application?.question && !application.answer);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={titleOf(application)}
        text={
          application?.refusal
            ? t("A moderator has looked at your account.")
            : t(
                "Nobody can see you yet. Until you're let in, you can fill in your profile and change your settings.",
              )
        }
      />
      <div className="stack">
        {application ? <ApplicationCard {...application} hasMail={hasMail} /> : null}
        {reasons.includes("age") ? <AgeCard /> : null}
      </div>
      <div className="cluster mt-4">
        {application?.refusal ? null : (
          <ButtonLink to="/profile" variant={isAsked ? undefined : "primary"}>
            {t("Fill In Your Profile")}
          </ButtonLink>
        )}
        <ButtonLink to={EXPORT_PATH}>{t("Download Your Data")}</ButtonLink>
        <ButtonLink to={DELETE_PATH}>{t("Delete Account...")}</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}

function titleOf(application: Pick<Application, "refusal"> | undefined) {
  return application?.refusal ? t("You Can't Join") : t("Almost There");
}

function AgeCard() {
  return (
    <Card title={t("You prove your age")}>
      <p>{t("Everyone here is 18 or older, and proves it once. Your date of birth is never kept.")}</p>
      <ButtonLink to={AGE_PATH} variant="primary" className="mt-4">
        {t("Prove Your Age")}
      </ButtonLink>
    </Card>
  );
}

/** `hasMail` says that the outcome also comes by email. */
function ApplicationCard({ question, answer, refusal, hasMail }: Application & { hasMail: boolean }) {
  if (refusal)
    return (
      <Card title={t("You weren't let in")}>
        <p className="whitespace-pre-wrap break-words">{refusal.statement}</p>
        <p className="mt-4">
          <Trans
            text="Your account will be deleted on {date}. Until then you can download your data."
            values={{ date: <DateTime at={refusal.until} as="date" /> }}
          />
        </p>
      </Card>
    );
  if (!question)
    return (
      <Card title={t("A moderator lets you in")}>
        <p>
          {t("Someone will look at your account.")} {whenDecided(hasMail)}
        </p>
      </Card>
    );
  return (
    <Card title={answer === null ? t("One question first") : t("A moderator lets you in")}>
      {answer === null ? null : (
        <p className="mb-4">
          {t("Thank you. Someone will read your answer.")} {whenDecided(hasMail)}
        </p>
      )}
      <BasicForm id="application" schema={fetchSchema} defaults={{ answer }}>
        <BasicTextArea
          name="answer"
          label={question}
          hint={t("Only the moderators read your answer.")}
          maxLength={ANSWER_MAX}
          required
        />
        <BasicSubmit variant={answer === null ? "primary" : "quiet"} pending={t("Sending...")}>
          {answer === null ? t("Send Answer") : t("Change Answer")}
        </BasicSubmit>
      </BasicForm>
    </Card>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/waiting/application-schema")).answerInput;
}

function whenDecided(hasMail: boolean): string {
  return hasMail
    ? t("We'll email you as soon as they have decided.")
    : t("This page changes as soon as they have decided.");
}
