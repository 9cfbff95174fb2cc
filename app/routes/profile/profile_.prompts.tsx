import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PromptsForm } from "~/components/profile/prompts-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { profilePath } from "~/models/member/profile";
import { promptMessages } from "~/models/member/prompt";
import { promptsVersion, savePrompts } from "~/models/member/prompt.server";
import { promptsForm } from "~/models/member/prompt-schema";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

const PROFILE = profilePath("page");

export const meta: MetaFunction = () => [{ title: titled(t("Prompts · Profile")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { prompts } = await requireMember(request);
  return { prompts, version: promptsVersion(prompts) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: promptsForm }, async (member, input, version) => {
    await savePrompts(member.id, input, version);
    return { flash: promptMessages.saved, to: PROFILE };
  });
}

export default function PromptsPage() {
  const { prompts, version } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Your Prompts")} text={t("Answer up to three. Others see them on your page.")} />
      <PromptsForm prompts={prompts} version={version} closeTo={PROFILE} />
    </>
  );
}
