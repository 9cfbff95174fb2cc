// The form that creates an account.

import type { ZodTypeAny } from "zod";
import { NewPasswordField } from "~/components/account/new-password-field";
import { DocumentLinks } from "~/components/document/document-links";
import { BasicCheckbox, BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { t } from "~/language/text";
import { ADULT_LABEL } from "~/models/account/age/age";
import { acceptanceLabel, type ShownDocuments } from "~/models/document/document";

/**
 * With `token`, the form of a sign-up's link, whose address is known. `invitation` is the code that the browser has opened, or
 * blank; undefined if none is needed.
 */
export function SignUpForm({
  token,
  documents,
  invitation,
}: {
  token?: string;
  documents: ShownDocuments;
  invitation?: string;
}) {
  return (
    <BasicForm
      id="sign-up"
      schema={token === undefined ? fetchSchema : fetchCreationSchema}
      defaults={{ invitation }}
      reload
    >
      {token !== undefined && <input type="hidden" className="hidden-field" name="token" value={token} />}
      {invitation === undefined ? null : (
        <BasicField name="invitation" label={t("Invitation code")} required autoComplete="off" />
      )}
      <BasicField name="firstName" label={t("First name")} required autoComplete="given-name" />
      <BasicField
        name="lastName"
        label={t("Last name")}
        hint={t("Others only see the initial.")}
        isOptional
        autoComplete="family-name"
      />
      {token === undefined && (
        <BasicField name="email" label={t("Email")} required type="email" autoComplete="username" />
      )}
      <NewPasswordField name="password" label={t("Password")} />
      <BasicCheckbox name="adult" label={t(ADULT_LABEL)} required />
      {documents.links.length ? (
        <>
          <input type="hidden" name="versions" value={documents.versions} />
          <BasicCheckbox
            name="accepts"
            label={acceptanceLabel(documents)}
            hint={<DocumentLinks links={documents.links} />}
            required
          />
        </>
      ) : null}
      <BasicSubmit pending={t("Creating your account...")}>{t("Create Account")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema(): Promise<ZodTypeAny> {
  return (await import("~/models/account/account-schema")).signUpInput;
}

async function fetchCreationSchema(): Promise<ZodTypeAny> {
  return (await import("~/models/account/account-schema")).creationInput;
}
