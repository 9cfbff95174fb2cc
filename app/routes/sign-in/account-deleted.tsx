import type { MetaFunction } from "@remix-run/node";
import { ButtonAnchor } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { GOODBYE } from "~/models/account/leaving/deletion";

export const meta: MetaFunction = () => [{ title: "Account Deleted · B-Side" }];

export default function AccountDeleted() {
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHeader title="Account Deleted" text={GOODBYE} />
        <ButtonAnchor href="/">Go to the Home Page</ButtonAnchor>
      </div>
    </main>
  );
}
