import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useFocusOnChange } from "~/browser/use-focus";
import { titled } from "~/community";
import { HistoryForm } from "~/components/music-account/history-form";
import { HistoryState } from "~/components/music-account/history-state";
import { createClientAction } from "~/forms/client-action";
import { rejectAt, submitFields } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { requireSpace } from "~/http/upload.server";
import { t } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { HISTORY_PATH, historyErrors } from "~/models/music-account/history/history";
import { beginHistory, getHistory, startHistory } from "~/models/music-account/history/history.server";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal } from "~/refusal";
import { hasWrongLetters } from "~/ui/file-letters";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your File · Music Connections")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { history: await getHistory(member.id), isWrong: hasWrongLetters(request) };
}

export async function action({ request }: ActionFunctionArgs) {
  const begin = async ({ id }: Member) => {
    await beginHistory(id);
    await requireSpace(id, request);
  };
  const reject = rejectAt("file");
  return submitFields(
    request,
    { files: "history", begin, reject, errorTitle: historyErrors.title },
    async (member, form, { path }) => {
      if (!path) throw new Refusal("invalid", historyErrors.none);
      await startHistory(member.id, path, toTextEncoding(form.get("encoding")));
      return { to: HISTORY_PATH };
    },
  );
}

export const clientAction = createClientAction({ errorTitle: historyErrors.title });

export default function HistoryFile() {
  const { history, isWrong } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  const state = useFocusOnChange<HTMLDivElement>(history && `${history.id} ${history.status}`);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Your Listening History")}
        back={{ to: MUSIC_ACCOUNTS_PATH, label: t("Back to music connections") }}
        text={t(
          "Choose a file you downloaded from a service. We count the artists you play most, offer you the top 50, and keep nothing else.",
        )}
      />
      <div ref={state} tabIndex={-1}>
        {history ? <HistoryState history={history} /> : null}
      </div>
      {history?.status === "waiting" ? null : <HistoryForm answer={answer} isWrong={isWrong} />}
    </div>
  );
}
