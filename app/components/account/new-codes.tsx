// New recovery codes, with ways to keep them: they are shown once.

import { useEffect, useState } from "react";
import { useFocusOnMount } from "~/browser/use-focus";
import { COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";

/** Download works without scripts, Copy if the browser can copy. `next` is the page to continue to. */
export function NewCodes({ codes, next }: { codes: string[]; next: string }) {
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
