import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { createClientId } from "~/browser/client-id";
import { loadFileForm, submitFile } from "~/components/conversation/message-forms.server";
import { useSharer } from "~/components/conversation/use-sharer";
import { VoiceForm } from "~/components/conversation/voice/voice-form";
import { ButtonLink } from "~/components/ui/button";
import { RouteDialog } from "~/components/ui/dialog/route-dialog";

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { afterOwnSubmit as shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Send Voice Note · Messages · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFileForm(request, params.id ?? "", "voice");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitFile(request, params.id ?? "", "voice");
}

export { clientAction } from "~/forms/client-action";

export default function SendVoice() {
  const { shareId, chatId, closeTo, refusal } = useLoaderData<typeof loader>();
  const { sharer, answer } = useSharer(chatId);
  const [id, setId] = useState<string>(shareId);
  const isIdle = sharer.state === "idle";
  const isUnanswered = answer && !answer.error;

  // Every voice note gets a new id, even on a screen that stayed open; a retry after no response keeps its id.
  useEffect(() => {
    if (isIdle && !isUnanswered) setId(createClientId());
  }, [isIdle, isUnanswered]);

  return (
    <RouteDialog title="Send Voice Note" closeTo={closeTo} isHidden={!isIdle}>
      {refusal ? (
        <>
          <p className="mb-4">{refusal}</p>
          <ButtonLink to={closeTo} preventScrollReset>
            Back
          </ButtonLink>
        </>
      ) : (
        <VoiceForm id={id} sharer={sharer} answer={answer} closeTo={closeTo} />
      )}
    </RouteDialog>
  );
}
