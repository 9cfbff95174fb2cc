import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PracticeBoard, PracticeButton } from "~/components/trivia/practice-board";
import { submitButton } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PRACTICE_PATH } from "~/models/trivia/practice";
import { readPractice, startPractice } from "~/models/trivia/practice.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Practice · Music Trivia")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { practice: await readPractice(member.id, new URL(request.url).searchParams) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: PRACTICE_PATH }, async (member) => ({
    to: await startPractice(member.id),
  }));
}

export default function PracticeAlone() {
  const { practice } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={t("Practice")}
        text={
          practice ? undefined : t("Five questions for you alone. No opponent, no points, nothing to lose.")
        }
        back={{ to: "/trivia", label: t("Back to games") }}
      />
      {practice ? (
        <PracticeBoard key={practice.cards} practice={practice} />
      ) : (
        <PracticeButton label={t("Start")} />
      )}
    </>
  );
}
