// The note of a list that is empty or short because members haven't said their gender, with the button that includes them.
import { t } from "~/language/text";
import { PostButton } from "~/ui/form";

/** `search` is the query of the page that has the list. */
export function IncludeUnsaid({ search }: { search: string }) {
  return (
    <section aria-label={t("People who haven't said")} className="mt-6 mb-6">
      <p className="mb-2">{t("Some people who fit haven't said their gender, so you don't see them.")}</p>
      <PostButton to={`/discover/unsaid?${new URLSearchParams(search)}`}>
        {t("Include people who haven't said")}
      </PostButton>
    </section>
  );
}
