import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { titled } from "~/community";
import { ArchivePieces } from "~/components/account/archive-pieces";
import { createClientAction } from "~/forms/client-action";
import { submitFields } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { requireSpace } from "~/http/upload.server";
import { t } from "~/language/text";
import {
  type ArchivePreview,
  archiveErrors,
  describeTaken,
  LEFT_BEHIND,
  PIECES,
} from "~/models/account/export/archive";
import { prepareArchive, readPreview, takeOver } from "~/models/account/export/archive.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { readConsent } from "~/models/member/wishes-consent.server";
import { HISTORY_BYTES } from "~/models/music-account/history/history";
import { Refusal, refusalAt } from "~/refusal";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";
import { UploadProgress } from "~/ui/progress/upload-progress";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Import Your Data · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { consent: readConsent(await requireMember(request)), mostBytes: HISTORY_BYTES };
}

export async function action({ request }: ActionFunctionArgs) {
  const previewIn = (form: FormData) => readPreview(String(form.get("preview") ?? ""));
  const reject = (refusal: Refusal, form: FormData) => {
    const preview = previewIn(form);
    const { message, fields } = preview ? refusal : refusalAt("file", refusal);
    return { error: message, fields, preview };
  };
  const begin = ({ id }: { id: number }) => requireSpace(id, request);
  return submitFields(
    request,
    { files: "archive", begin, reject, errorTitle: archiveErrors.title },
    async (member, form, { path }) => {
      const preview = previewIn(form);
      if (!preview) {
        if (!path) throw new Refusal("invalid", archiveErrors.none);
        return { form: { preview: await prepareArchive(member.id, path) } };
      }
      const chosen = PIECES.filter((piece) => form.has(piece));
      const taken = await takeOver(member.id, preview.found, { chosen, consents: form.has("consents") });
      const found = { ...preview.found };
      for (const piece of taken) delete found[piece];
      return { flash: describeTaken(taken), form: { preview: { ...preview, found }, taken } };
    },
  );
}

export const clientAction = createClientAction({ errorTitle: archiveErrors.title });

type Answer = FormRefusal & { preview?: ArchivePreview; taken?: Parameters<typeof describeTaken>[0] };

export default function ImportData() {
  const { consent, mostBytes } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSending = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Import Your Data")}
        back={BACK_TO_SETTINGS}
        text={t(
          "From another B-Side, or from an account you had here. Choose the ZIP you downloaded there; you'll see what's in it before anything is saved.",
        )}
      />
      {answer?.taken ? (
        <p role="status" className="card mb-4 p-4">
          {describeTaken(answer.taken).description}
        </p>
      ) : null}
      <RefusalSummary refusal={refusal} />
      {answer?.preview ? (
        <ArchivePieces preview={answer.preview} consent={consent} isSending={isSending} />
      ) : (
        <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
          <FileField
            name="file"
            label={t("Your download")}
            hint={t("A ZIP file")}
            accept=".zip,application/zip"
            required
            check={(files) => ((files[0]?.size ?? 0) > mostBytes ? t(archiveErrors.tooLarge) : undefined)}
            error={fields.file}
            onChoose={dismiss}
          />
          <Button variant="primary" icon="upload" isPending={isSending}>
            {!isSending ? t("Preview") : sent < 1 ? t("Sending...") : t("Reading...")}
          </Button>
          {isSending ? <UploadProgress sent={sent} afterwards={t("Reading the file...")} /> : null}
        </Form>
      )}
      <p className="mt-6 small-print">{t(LEFT_BEHIND)}</p>
    </div>
  );
}
