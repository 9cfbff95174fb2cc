import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { loadShareForm, submitVideo } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { useSharer } from "~/components/conversation/use-sharer";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";
import { parseVideo, shareMessages } from "~/models/conversation/share";
import { Button, ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Share YouTube Video · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadShareForm(request, params.id ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitVideo(request, params.id ?? "");
}

export const clientAction = createClientAction({
  errorTitle: shareMessages.videoFailed.title,
  noReason: shareMessages.videoFailed.description,
  outlivesPage: true,
});

export default function ShareVideo() {
  const { shareId, chatId, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Share YouTube Video")} closeTo={closeTo}>
      <VideoForm shareId={shareId} chatId={chatId} closeTo={closeTo} />
    </RouteDialog>
  );
}

/** Posts to its own page through a fetcher that survives leaving the screen. */
function VideoForm({ shareId, chatId, closeTo }: { shareId: string; chatId: string; closeTo: string }) {
  const { sharer, answer, id, isSending } = useSharer(chatId, shareId);
  const { refusal, dismiss } = useRefusal(answer);
  const [ownRefusal, setOwnRefusal] = useState<FormRefusal>();
  const shown = isSending ? undefined : (ownRefusal ?? refusal);

  function validate(event: FormEvent<HTMLFormElement>) {
    const typed = String(new FormData(event.currentTarget).get("youtubeUrl") ?? "");
    if (parseVideo(typed)) return;
    event.preventDefault();
    const { title, description } = typed.trim() ? shareMessages.urlInvalid : shareMessages.urlRequired;
    const error = t(description);
    setOwnRefusal({ title: t(title), error, fields: { youtubeUrl: error } });
  }

  function forgetRefusal() {
    setOwnRefusal(undefined);
    dismiss();
  }

  return (
    <Form
      fetcher={sharer}
      id="share-video"
      action={`${closeTo}/video`}
      preventScrollReset
      noValidate
      className="stack"
      onSubmit={validate}
      onInput={forgetRefusal}
    >
      <RefusalSummary refusal={shown} />
      <Field
        name="youtubeUrl"
        label={t("YouTube URL")}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        hint={t("Paste a YouTube link, such as https://youtu.be/…")}
        defaultValue={answer?.typed?.youtubeUrl}
        error={shown?.fields?.youtubeUrl}
      />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <div className="cluster">
        <Button variant="primary" icon="send" isPending={isSending}>
          {isSending ? t("Sharing...") : t("Share Video")}
        </Button>
        {isSending ? (
          <Button type="button" disabled>
            {t("Cancel")}
          </Button>
        ) : (
          <ButtonLink to={closeTo} preventScrollReset>
            {t("Cancel")}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
