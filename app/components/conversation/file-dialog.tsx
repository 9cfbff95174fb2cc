// The dialogs that send a file.
import { useLoaderData } from "@remix-run/react";
import type { AttachmentKind } from "db/column-types";
import type { ComponentType, ReactNode } from "react";
import { t } from "~/language/text";
import { Button, ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { Form } from "~/ui/form";
import { RefusalSummary, type useRefusal } from "~/ui/form-refusal";
import { useSharer } from "./use-sharer";

/** The data of a file's form; `refusal` says why the conversation takes no files. */
export type FileForm = { shareId: string; chatId: string; closeTo: string; refusal?: string };

export type FileFormProps = ReturnType<typeof useSharer> & { closeTo: string };

/** The screen of a file's form, or why the conversation takes no files. */
export function FileDialog({
  title,
  form: FormOfKind,
}: {
  title: string;
  form: ComponentType<FileFormProps>;
}) {
  const { shareId, chatId, closeTo, refusal } = useLoaderData<FileForm>();
  const sharing = useSharer(chatId, shareId);
  return (
    <RouteDialog title={title} closeTo={closeTo} isHidden={sharing.isSending}>
      {refusal ? (
        <>
          <p className="mb-4">{refusal}</p>
          <ButtonLink to={closeTo} preventScrollReset>
            {t("Back")}
          </ButtonLink>
        </>
      ) : (
        <FormOfKind {...sharing} closeTo={closeTo} />
      )}
    </RouteDialog>
  );
}

/** Posts to the page of its kind through the sharer, which survives leaving the screen. */
export function FileForm({
  kind,
  sharing: { sharer, id, isSending, closeTo },
  state: { refusal, dismiss },
  canSend = true,
  children,
}: {
  kind: AttachmentKind;
  sharing: FileFormProps;
  state: ReturnType<typeof useRefusal>;
  canSend?: boolean;
  children: ReactNode;
}) {
  return (
    <Form
      fetcher={sharer}
      id={`send-${kind}`}
      action={`${closeTo}/${kind}`}
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="stack"
      onInput={dismiss}
    >
      <RefusalSummary refusal={refusal} />
      {children}
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <div className="cluster">
        {canSend ? (
          <Button variant="primary" icon="send" isPending={isSending}>
            {t("Send")}
          </Button>
        ) : null}
        <ButtonLink to={closeTo} preventScrollReset>
          {t("Cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
