// A question with a button that posts and a link back.
import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Form } from "~/components/ui/form";
import type { IconName } from "~/components/ui/icon";

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
export function ConfirmForm({ closeTo, quick, button, icon, children }: Question) {
  return (
    <>
      <p>{children}</p>
      <Form replace className="cluster mt-4" preventScrollReset={quick}>
        <Button variant="danger" icon={icon}>
          {button}
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </>
  );
}
