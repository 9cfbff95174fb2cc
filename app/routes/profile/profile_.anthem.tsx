import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AnthemCard } from "~/components/member/anthem-card";
import { AnthemForm } from "~/components/profile/anthem-form";
import { PostButton } from "~/components/ui/form";
import type { FormRefusal } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { ANTHEM_PATH, anthemMessages } from "~/models/member/anthem";
import { readAnthem, saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";
import { profilePath } from "~/models/member/profile";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

const PROFILE = profilePath("page");

export const meta: MetaFunction = () => [{ title: "Anthem · Profile · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, anthem } = await requireMember(request);
  return { anthem, shown: await readAnthem(id, anthem) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: anthemInput }, async (member, input) => {
    await saveAnthem(member.id, input);
    return { notice: anthemMessages.saved, to: PROFILE };
  });
}

export default function AnthemPage() {
  const { anthem, shown } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Your Anthem" text="One song that others can play on your page." />
      <div className="stack">
        <AnthemCard anthem={shown}>
          {shown ? (
            <div className="mt-2">
              <PostButton to={`${ANTHEM_PATH}/remove`} icon="trash">
                Remove Anthem
              </PostButton>
            </div>
          ) : null}
        </AnthemCard>
        <AnthemForm anthem={anthem} answer={useActionData<FormRefusal>()} closeTo={PROFILE} />
      </div>
    </>
  );
}
