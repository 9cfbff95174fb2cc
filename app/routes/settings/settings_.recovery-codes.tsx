import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { submitRecoveryCodes } from "~/actions/account/password-forms.server";
import { localPath } from "~/auth/return-path";
import { useFocusOnMount } from "~/browser/use-focus";
import { COMMUNITY_NAME, titled } from "~/community";
import { SettingsAction } from "~/components/account/settings-action";
import { requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { describeCodesLeft } from "~/models/account/recovery/recovery";
import { countRecoveryCodes } from "~/models/account/recovery/recovery-codes.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Recovery Codes · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { accountId } = await requireConfirmedAccount(request);
  const to = searchParams.get("to");
  return { left: await countRecoveryCodes(accountId), next: to === null ? null : localPath(to) };
}

export function action({ request }: ActionFunctionArgs) {
  return submitRecoveryCodes(request);
}

export default function RecoveryCodes() {
  const { left, next } = useLoaderData<typeof loader>();
  const codes = useActionData<{ codes?: string[] }>()?.codes;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={next === null ? t("Recovery Codes") : t("Save Your Recovery Codes")}
        text={t("If you forget your password, a recovery code lets you choose a new one. Each works once.")}
      />
      {codes ? (
        <NewCodes codes={codes} next={next ?? SETTINGS_PATH} />
      ) : (
        <MakeCodes left={left} next={next} />
      )}
    </div>
  );
}

/** `next` is the page to continue to; null in the settings. */
function MakeCodes({ left, next }: { left: number; next: string | null }) {
  return (
    <>
      <p className="mb-4">
        {describeCodesLeft(left)}
        {left ? ` ${t("New codes replace them.")}` : ""}
      </p>
      <SettingsAction
        button={next === null || left ? t("Create New Codes") : t("Show My Codes")}
        pending={t("Creating codes...")}
        variant="primary"
        cancel={next === null ? undefined : { to: next, label: left ? t("Continue") : t("Skip for Now") }}
      />
    </>
  );
}

/** Download works without scripts, Copy if the browser can copy. `next` is the page to continue to. */
function NewCodes({ codes, next }: { codes: string[]; next: string }) {
  const ref = useFocusOnMount<HTMLHeadingElement>(true);
  const heading = t("{community} recovery codes. Each works once.", { community: COMMUNITY_NAME });
  const text = `${heading}\n\n${codes.join("\n")}\n`;
  return (
    <Card>
      <h2 ref={ref} tabIndex={-1} className="text-xl">
        {t("Your new codes")}
      </h2>
      <p>{t("Download, copy or print them. You won't see them again.")}</p>
      <ol className="my-4 text-xl">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="cluster">
        <ButtonAnchor
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="b-side-recovery-codes.txt"
          icon="down"
        >
          {t("Download")}
        </ButtonAnchor>
        <CopyButton text={codes.join("\n")} />
        <ButtonLink to={next} variant="primary">
          {next === SETTINGS_PATH ? t("Done") : t("Continue")}
        </ButtonLink>
      </div>
    </Card>
  );
}

function CopyButton({ text }: { text: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);

  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setCanCopy(false),
    );
  }

  if (!canCopy) return null;
  return (
    <>
      <Button type="button" icon="link" onClick={copy}>
        {t("Copy")}
      </Button>
      <span role="status" className="text-sm">
        {isCopied ? t("Codes copied.") : ""}
      </span>
    </>
  );
}
