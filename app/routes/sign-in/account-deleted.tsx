import type { MetaFunction } from "@remix-run/node";
import { titled } from "~/community";
import { t } from "~/language/text";
import { GOODBYE } from "~/models/account/leaving/deletion";
import { ButtonAnchor } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = () => [{ title: titled(t("Account Deleted")) }];

export default function AccountDeleted() {
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHeader title={t("Account Deleted")} text={t(GOODBYE)} />
        <ButtonAnchor href="/">{t("Go to the Home Page")}</ButtonAnchor>
      </div>
    </main>
  );
}
