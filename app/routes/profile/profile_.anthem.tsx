import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { Anthem } from "db/column-types";
import { SongTypes } from "~/components/conversation/share-types";
import { AnthemCard } from "~/components/member/anthem-card";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { ANTHEM_PATH, anthemMessages } from "~/models/member/anthem";
import { readAnthem, saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";
import { profilePath } from "~/models/member/profile";
import { Form, FormActions, PostButton } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

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
    return { flash: anthemMessages.saved, to: PROFILE };
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

/** Posts to its own page; `answer` is the action data of a refused form. */
function AnthemForm({
  anthem,
  answer,
  closeTo,
}: {
  anthem: Anthem | null;
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const saved = { artist: "", title: "", url: "", ...anthem };
  const typed = answer?.typed ?? { ...saved, shareType: anthem?.type ?? "song" };
  const isSaving = useNavigation().formAction === ANTHEM_PATH;
  const propsOf = (name: "artist" | "title" | "url") => ({
    ...{ name, required: true, autoComplete: "off", error: errors[name] },
    defaultValue: typed[name],
  });
  return (
    <Form action={ANTHEM_PATH} id="anthem" preventScrollReset noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <SongTypes legend="Your anthem" chosen={typed.shareType} propsOf={propsOf} />
      <FormActions isPending={isSaving} cancelTo={closeTo} inDialog>
        Save Anthem
      </FormActions>
    </Form>
  );
}
