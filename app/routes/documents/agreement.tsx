import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { localPath } from "~/auth/return-path";
import { DueDocuments } from "~/components/document/due-documents";
import { SignOut } from "~/components/profile/sign-out";
import { Button, ButtonLink } from "~/components/ui/button";
import { CheckField } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { submitForm } from "~/forms/form.server";
import { requireAccount } from "~/http/page.server";
import { agreementInput } from "~/models/account/account-schema";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import {
  acceptDueDocuments,
  checkAgreement,
  listDueDocuments,
  showDocuments,
} from "~/models/document/acceptance.server";
import { acceptanceLabel } from "~/models/document/document";
import { renderDocument } from "~/models/document/documents.server";

export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Before You Go On · B-Side" }];

const returnPath = (request: Request) => localPath(new URL(request.url).searchParams.get("to"));

/** A member with nothing to accept goes on, even if the operator has taken the documents away meanwhile. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireAccount(request);
  const due = await listDueDocuments(id);
  if (due.length === 0) {
    await checkAgreement(id);
    throw redirect(returnPath(request));
  }
  return {
    shown: showDocuments(due),
    documents: due.map(({ name, title, changes }) => ({
      title,
      path: `/${name}`,
      changes: changes?.flatMap((part) =>
        part.kind === "same" ? [] : { kind: part.kind, html: renderDocument(part) },
      ),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: agreementInput, authorize: requireAccount };
  return submitForm(request, form, async ({ id }, input) => {
    await acceptDueDocuments(id, input);
    return { to: returnPath(request) };
  });
}

export default function Agreement() {
  const { shown, documents } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSaving = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Before You Go On" text="Please read this and accept it to keep using B-Side." />
      <DueDocuments documents={documents} />
      <Form noValidate className="stack mt-6" onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <input type="hidden" name="versions" value={shown.versions} />
        <CheckField name="accepts" label={acceptanceLabel(shown)} required error={fields.accepts} />
        <div>
          <Button variant="primary" isPending={isSaving}>
            {isSaving ? "Saving..." : "Accept and Continue"}
          </Button>
        </div>
      </Form>
      <p className="mt-8 text-soft">If you don't accept, you can still take your data with you and leave.</p>
      <div className="cluster mt-2">
        <ButtonLink to={EXPORT_PATH}>Download Your Data</ButtonLink>
        <ButtonLink to={DELETE_PATH}>Delete Account...</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}
