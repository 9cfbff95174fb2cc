// Asks on a page of its own before something is ended, for questions that are asked from several screens.

import { PageHeader } from "~/components/ui/page-header";
import { ConfirmForm, type Question } from "./confirm-form";

/** Asks `children` under `title`; its button posts to its own page. */
export function ConfirmPage({ title, ...question }: Question & { title: string }) {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={title} />
      <ConfirmForm {...question} />
    </div>
  );
}
