// Asks before something is deleted or ended: in a dialog, or on a page of its own.
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/form";
import type { IconName } from "~/ui/icon";
import { PageHeader } from "~/ui/page-header";
import { RouteDialog } from "./route-dialog";

/** Asks `children`; its button posts to its own page. `closeTo` and `quick` are those of the RouteDialog. */
export function ConfirmDialog({
  title,
  description,
  ...question
}: Question & { title: string; description?: string }) {
  return (
    <RouteDialog title={title} description={description} closeTo={question.closeTo} quick={question.quick}>
      <ConfirmForm {...question} />
    </RouteDialog>
  );
}

export type Question = {
  closeTo: string;
  quick?: boolean;
  button: string;
  icon?: IconName;
  children: ReactNode;
};

/**
 * Posts to its own page and replaces it in the history, since what it asked about is gone. `closeTo` and `quick` come from
 * RouteDialog.
 */
function ConfirmForm({ closeTo, quick, button, icon, children }: Question) {
  return (
    <>
      <p>{children}</p>
      <Form replace className="cluster mt-4" preventScrollReset={quick}>
        <Button variant="danger" icon={icon}>
          {button}
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          {t("Cancel")}
        </ButtonLink>
      </Form>
    </>
  );
}

/** Asks `children` under `title`; its button posts to its own page. */
export function ConfirmPage({ title, ...question }: Question & { title: string }) {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={title} />
      <ConfirmForm {...question} />
    </div>
  );
}
