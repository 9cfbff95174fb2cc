// A dialog that asks before something is deleted or ended.
import { ConfirmForm, type Question } from "./confirm-form";
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
