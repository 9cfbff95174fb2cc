// An invitation for a community of one.
import { t } from "~/language/text";
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
