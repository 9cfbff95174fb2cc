import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SignOut } from "~/components/profile/sign-out";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { requireMember } from "~/http/page.server";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { waitingTexts } from "~/models/account/waiting/waiting";
import { listWaitingReasons } from "~/models/account/waiting/waiting.server";

export const meta: MetaFunction = () => [{ title: "Almost There · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, waitingSince } = await requireMember(request);
  if (!waitingSince) throw redirect("/", 303);
  return { reasons: await listWaitingReasons(id) };
}

export default function Waiting() {
  const { reasons } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title="Almost There"
        text="Nobody can see you yet. Until you're let in, you can fill in your profile and change your settings."
      />
      <div className="stack">
        {reasons.map((reason) => {
          const { title, text, action } = waitingTexts[reason];
          return (
            <Card key={reason} title={title}>
              <p>{text}</p>
              {action ? (
                <ButtonLink to={action.to} className="mt-4">
                  {action.label}
                </ButtonLink>
              ) : null}
            </Card>
          );
        })}
      </div>
      <div className="cluster mt-4">
        <ButtonLink to="/profile" variant="primary">
          Fill In Your Profile
        </ButtonLink>
        <ButtonLink to={EXPORT_PATH}>Download Your Data</ButtonLink>
        <ButtonLink to={DELETE_PATH}>Delete Account...</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}
