// The reactions to a message, and the six buttons in its menu.
import { REACTIONS, type ReactionKind } from "db/column-types";
import type { FormEvent } from "react";
import { t } from "~/language/text";
import type { MessageDto } from "~/models/conversation/message";
import { reactionNames } from "~/models/conversation/reaction";
import { Icon, type IconName } from "~/ui/icon";

/** Drawn as icons, because devices' emoji differ, and some have none. */
const icons: Record<ReactionKind, IconName> = {
  heart: "like",
  laugh: "laugh",
  wow: "wow",
  tear: "tear",
  record: "records",
  dancer: "dancer",
};

/** Sends a member's reaction, null to take it back. */
export type SendReaction = (message: MessageDto, partnerId: string, kind: ReactionKind | null) => void;

/** A form that also works in the frame, where only the browser sends it. */
export function ReactionForm({
  message,
  partnerId,
  send,
}: {
  message: MessageDto;
  partnerId: string;
  send?: SendReaction;
}) {
  const own = message.reactions?.find(({ memberId }) => memberId !== partnerId)?.reaction;

  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!send || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const menu = event.currentTarget.closest("details");
    menu?.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
    send(message, partnerId, REACTIONS.find((kind) => kind === submitter.value) ?? null);
  }
  return (
    <form
      method="post"
      action={`/messages/${message.conversationId}/reaction`}
      target="_parent"
      onSubmit={submit}
      className="reaction-form flex w-36 flex-wrap"
    >
      <input type="hidden" name="messageId" value={message.id} />
      {REACTIONS.map((kind) => (
        <button
          key={kind}
          type="submit"
          name="reaction"
          value={kind === own ? "" : kind}
          aria-pressed={kind === own}
          className="icon-button"
        >
          <Icon name={icons[kind]} />
          <span className="sr-only">{t(reactionNames[kind])}</span>
        </button>
      ))}
    </form>
  );
}

/** The reactions and who gave them, beside the time. */
export function ReactionLine({
  message,
  partner,
}: {
  message: MessageDto;
  partner: { id: string; firstName: string };
}) {
  return message.reactions?.map(({ memberId, reaction }) => {
    const who = memberId === partner.id ? partner.firstName : t("You");
    return (
      <span
        key={memberId}
        title={who}
        className="-mb-1.5 -mt-0.5 ml-2 inline-block rounded-[14px] border border-edge bg-card px-[5px] py-0.5 align-middle text-ink"
      >
        <Icon name={icons[reaction]} size={20} />
        <span className="sr-only">
          {t("{label}: {text}", { label: who, text: t(reactionNames[reaction]) })}
        </span>
      </span>
    );
  });
}
