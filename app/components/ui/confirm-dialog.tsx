// A dialog that asks before something is deleted or ended.
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button";
import type { IconName } from "./icon";
import { RouteDialog } from "./route-dialog";

/** Asks `children`; its button posts to its own page. `closeTo` and `quick` are those of the RouteDialog. */
export function ConfirmDialog({
  title,
  description,
  closeTo,
  quick,
  button,
  icon,
  children,
}: {
  title: string;
  description?: string;
  closeTo: string;
  quick?: boolean;
  button: string;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <RouteDialog title={title} description={description} closeTo={closeTo} quick={quick}>
      <p>{children}</p>
      <Form method="post" className="cluster mt-4" preventScrollReset={quick}>
        <Button variant="danger" icon={icon}>
          {button}
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
