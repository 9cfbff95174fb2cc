import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { mutate, unlessGone } from "~/forms/mutation.server";
import { readForm } from "~/http/body.server";
import { linkPageHeaders } from "~/http/page.server";
import { t } from "~/language/text";
import { planMessages } from "~/models/conversation/plan/plan";
import { findHome, sayHomeByToken } from "~/models/conversation/plan/plan-link.server";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Home Safe?")) }];

/** Changes nothing: mail scanners open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  return data({ home: (await findHome(readToken(request))) ?? null }, { headers: linkPageHeaders });
}

export function action({ request }: ActionFunctionArgs) {
  const reject = ({ message }: { message: string }) => ({ error: message, fields: {} });
  return mutate(request, { reject }, async () => {
    const isHome = (await readForm(request)).get("home") !== "no";
    await unlessGone(planMessages.linkGone, sayHomeByToken(readToken(request), isHome));
    return { form: {} };
  });
}

function readToken(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

export default function HomeSafe() {
  const { home } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  if (!home) return <VisitorPage title={t("Home safe?")} text={t(planMessages.linkGone)} />;
  return (
    <VisitorPage
      title={home.isHome ? t("You're home") : t("Home safe?")}
      text={
        home.isHome
          ? t("Your friend can see it. Sleep well.")
          : t("Your friend sees “No answer yet” until you press this.")
      }
    >
      <RefusalSummary refusal={answer} />
      <Form>
        {home.isHome ? (
          <Button name="home" value="no">
            {t("I'm Not Home Yet")}
          </Button>
        ) : (
          <Button name="home" value="yes" variant="primary">
            {t("I'm Home")}
          </Button>
        )}
      </Form>
    </VisitorPage>
  );
}
