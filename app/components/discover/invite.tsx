// What is offered where a list of people ends: inviting others, and including those who haven't said their gender.
import { t } from "~/language/text";
import { PostButton } from "~/ui/form";
import { LinkToCopy } from "~/ui/link-to-copy";

/** Shows the link to share below `text`. */
export function Invite({
  address,
  text = t("You're the first one here. Bring someone who shares your taste."),
}: {
  address: string;
  text?: string;
}) {
  return (
    <div className="mx-auto max-w-dialog text-left">
      <p className="mb-3">{text}</p>
      <LinkToCopy
        label={t("Invite a friend with this link")}
        name="invite"
        address={address}
        copy={t("Invite a friend")}
        variant="primary"
      />
    </div>
  );
}

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
