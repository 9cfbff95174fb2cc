// The pages of visitors, which members can open too.

import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { PageHeader } from "~/ui/page-header";

const widths = { form: "mx-auto max-w-form", prose: "mx-auto max-w-prose", wide: "" };

/** A column with a header: as narrow as a form, as wide as text is easy to read, or as the page. */
export function VisitorPage({
  title,
  text,
  children,
  width = "form",
}: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  width?: keyof typeof widths;
}) {
  const viewer = useRouteLoaderData<{ viewer?: object }>("root")?.viewer;
  const page = (
    <div className={widths[width]}>
      <PageHeader title={title} text={text} />
      {children}
    </div>
  );
  // The shell around members' screens has a `main`.
  return viewer ? (
    page
  ) : (
    <main id="main" tabIndex={-1} className="page">
      {page}
    </main>
  );
}

/** Shown after asking for a link by mail, whether or not the address has an account. */
export function LinkSent({ text }: { text: string }) {
  return (
    <VisitorPage title={t("Check Your Email")} text={text}>
      <p className="text-soft">
        {t("Nothing there? Look in your spam folder, or try again in a few minutes.")}
      </p>
    </VisitorPage>
  );
}
