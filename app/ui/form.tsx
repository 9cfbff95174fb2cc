// The form that posts, its last line, and the form of a single button.
import { type FetcherWithComponents, type FormProps, Form as PlainForm, useFetcher } from "@remix-run/react";
import { type ComponentProps, type ForwardedRef, forwardRef, useState } from "react";
import { t } from "~/language/text";
import { Button, ButtonLink } from "./button";
import { ViewerField } from "./viewer-field";

/** Posts to `action`, or to its own page, and says whose page it is on; with a `fetcher` the screen stays. */
export const Form = forwardRef(function Form(
  { fetcher, children, ...form }: FormProps & { fetcher?: Pick<FetcherWithComponents<unknown>, "Form"> },
  ref: ForwardedRef<HTMLFormElement>,
) {
  const Posting = fetcher?.Form ?? PlainForm;
  return (
    <Posting ref={ref} method="post" {...form}>
      <ViewerField />
      {children}
    </Posting>
  );
});

/** The last line of a form: its button, and the link that cancels, which in a dialog leaves the page below where it is. */
export function FormActions({
  cancelTo,
  inDialog = false,
  ...button
}: ComponentProps<typeof Button> & { cancelTo: string; inDialog?: boolean }) {
  return (
    <div className="cluster">
      <Button variant="primary" {...button} />
      <ButtonLink to={cancelTo} preventScrollReset={inDialog}>
        {t("Cancel")}
      </ButtonLink>
    </div>
  );
}

/** A button that posts `fields` to the action `to` while the screen stays, and is labeled `pending` meanwhile. */
export function PostButton({
  to,
  fields = {},
  pending,
  children,
  "aria-label": name,
  ...button
}: Omit<ComponentProps<typeof Button>, "isPending"> & {
  to: string;
  fields?: Record<string, string>;
  pending?: string;
}) {
  // Another key would be another form, and the focus would be lost with the old one when `fields` change.
  const [key] = useState([to, ...Object.values(fields)].join(" "));
  const fetcher = useFetcher({ key });
  const isPending = fetcher.state !== "idle";
  return (
    <Form fetcher={fetcher} action={to}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button {...button} isPending={isPending} aria-label={isPending && pending ? undefined : name}>
        {isPending && pending ? pending : children}
      </Button>
    </Form>
  );
}
