// Whether others see that a member is new here.
import { NEW_DAYS } from "~/durations";
import { t } from "~/language/text";
import { NEW_HERE_PATH } from "~/models/account/privacy";
import { PostButton } from "~/ui/form";

/** Says what others see, with the button that changes it. */
export function NewHere({ isShown }: { isShown: boolean }) {
  return (
    <section aria-label={t("New here")} className="mt-8 border-t border-line pt-4">
      <p className="mb-3 max-w-prose">
        {isShown
          ? t("For your first {days} days, your card says “New here”. It helps people find you.", {
              days: NEW_DAYS,
            })
          : t("Your card doesn't say that you're new here.")}
      </p>
      <PostButton to={NEW_HERE_PATH} name="shown" value={String(!isShown)}>
        {isShown ? t("Don't Say I'm New") : t("Say I'm New")}
      </PostButton>
    </section>
  );
}
