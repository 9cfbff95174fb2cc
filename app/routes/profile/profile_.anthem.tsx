import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { AnthemCard } from "~/components/member/anthem-card";
import { AnthemForm } from "~/components/profile/anthem-form";
import { Button } from "~/components/ui/button";
import { Form } from "~/components/ui/form";
import type { FormRefusal } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { ANTHEM_PATH, anthemMessages } from "~/models/member/anthem";
import { readAnthem, saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";
import { profileAddress } from "~/models/member/profile";

export { clientAction } from "~/forms/client-action";
export { shouldRevalidate } from "~/root";

const PROFILE = profileAddress("profile");

export const meta: MetaFunction = () => [{ title: "Anthem · Profile · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { anthem } = await requireMember(request);
  return { anthem, shown: await readAnthem(anthem) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: anthemInput }, async (member, input) => {
    await saveAnthem(member.id, input);
    return { notice: anthemMessages.saved, to: PROFILE };
  });
}

export default function AnthemPage() {
  const { anthem, shown } = useLoaderData<typeof loader>();
  const remover = useFetcher();
  return (
    <>
      <PageHeader title="Your Anthem" text="One song that others can play on your page." />
      <div className="stack">
        <AnthemCard anthem={shown} player={<OwnPlayer url={shown?.previewUrl} />}>
          {shown ? (
            <Form fetcher={remover} action={`${ANTHEM_PATH}/remove`} className="mt-2">
              <Button icon="trash" isPending={remover.state !== "idle"}>
                Remove Anthem
              </Button>
            </Form>
          ) : null}
        </AnthemCard>
        <AnthemForm anthem={anthem} answer={useActionData<FormRefusal>()} closeTo={PROFILE} />
      </div>
    </>
  );
}

/** The browser's own player, for which the page has to load nothing. */
function OwnPlayer({ url }: { url: string | undefined }) {
  // biome-ignore lint/a11y/useMediaCaption: nobody has the words of 30 seconds of a song
  return url ? <audio controls preload="none" src={url} className="preview" /> : null;
}
