import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SongFields } from "~/components/conversation/song-fields";
import { AnthemCard } from "~/components/member/anthem-card";
import { BasicForm, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { ANTHEM_PATH, anthemMessages } from "~/models/member/anthem";
import { readAnthem, saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";
import { profilePath } from "~/models/member/profile";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

const PROFILE = profilePath("page");

export const meta: MetaFunction = () => [{ title: titled(t("Anthem · Profile")) }];

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
      <PageHeader title={t("Your Anthem")} text={t("One song that others can play on your page.")} />
      <div className="stack">
        <AnthemCard anthem={shown}>
          {shown ? (
            <div className="mt-2">
              <PostButton to={`${ANTHEM_PATH}/remove`} icon="trash">
                {t("Remove Anthem")}
              </PostButton>
            </div>
          ) : null}
        </AnthemCard>
        <BasicForm
          id="anthem"
          action={ANTHEM_PATH}
          schema={fetchSchema}
          defaults={{ shareType: anthem?.type ?? "song", ...anthem }}
          preventScrollReset
        >
          <SongFields legend={t("Your anthem")} required />
          <BasicSubmit cancelTo={PROFILE} inDialog>
            {t("Save Anthem")}
          </BasicSubmit>
        </BasicForm>
      </div>
    </>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/anthem-schema")).anthemInput;
}
