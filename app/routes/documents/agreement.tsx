import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { localPath } from "~/auth/return-path";
import { COMMUNITY_NAME, titled } from "~/community";
import { DueDocuments } from "~/components/document/due-documents";
import { SignOut } from "~/components/profile/sign-out";
import { BasicCheckbox, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { agreementInput } from "~/models/account/account-schema";
import { ADULT_LABEL } from "~/models/account/age/age";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import {
  checkAgreement,
  listAgreements,
  saveAgreement,
  showDocuments,
} from "~/models/document/acceptance.server";
import { acceptanceLabel } from "~/models/document/document";
import { renderDocument } from "~/models/document/documents.server";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Before You Go On")) }];

const returnPath = (request: Request) => localPath(new URL(request.url).searchParams.get("to"));

/** A member with nothing to agree to is led on, even if the operator has removed the documents meanwhile. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireAccount(request);
  const { documents, asksAge } = await listAgreements(id);
  if (documents.length === 0 && !asksAge) {
    await checkAgreement(id);
    throw redirect(returnPath(request));
  }
  return {
    asksAge,
    shown: showDocuments(documents),
    documents: documents.map(({ name, title, changes }) => ({
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
    await saveAgreement(id, input);
    return { to: returnPath(request) };
  });
}

export default function Agreement() {
  const { shown, documents, asksAge } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Before You Go On")}
        text={
          documents.length
            ? t("Please read this and accept it to keep using {community}.", { community: COMMUNITY_NAME })
            : t("Everyone on {community} is 18 or older.", { community: COMMUNITY_NAME })
        }
      />
      {documents.length ? <DueDocuments documents={documents} /> : null}
      <BasicForm id="agreement" className="mt-6" schema={fetchSchema}>
        <input type="hidden" className="hidden-field" name="versions" value={shown.versions} />
        {asksAge ? <BasicCheckbox name="adult" label={t(ADULT_LABEL)} required /> : null}
        {documents.length ? <BasicCheckbox name="accepts" label={acceptanceLabel(shown)} required /> : null}
        <BasicSubmit pending={t("Saving...")}>
          {documents.length ? t("Accept and Continue") : t("Continue")}
        </BasicSubmit>
      </BasicForm>
      <p className="mt-8 text-soft">
        {t("If you don't agree, you can still take your data with you and leave.")}
      </p>
      <div className="cluster mt-2">
        <ButtonLink to={EXPORT_PATH}>{t("Download Your Data")}</ButtonLink>
        <ButtonLink to={DELETE_PATH}>{t("Delete Account...")}</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).agreementInput;
}
