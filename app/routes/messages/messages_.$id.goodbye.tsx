import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "~/community";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { otherParticipant, toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { goodbyeInput } from "~/models/conversation/conversation-schema";
import { goodbyeMessages, goodbyes } from "~/models/conversation/goodbye";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { CONVERSATION_GONE, MESSAGE_MAX } from "~/models/conversation/message";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: titled(
      data
        ? t("Say goodbye to {firstName} · Messages", { firstName: data.firstName })
        : t("Say goodbye · Messages"),
    ),
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const found = orNotFound(await getConversation(member.id, params.id ?? ""));
  const { status, partner } = toConversationRow(found, member.id);
  const chat = `/messages/${found.id}`;
  if (status !== "open" || partner.hasLeft) throw redirect(chat);
  return { id: randomUUID(), firstName: partner.firstName, closeTo: chat };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitForm(request, { schema: goodbyeInput }, async (member, input) => {
    const closed = await unlessGone(CONVERSATION_GONE, sayGoodbye(member.id, id, input));
    const flash = goodbyeMessages.said(id, otherParticipant(closed, member.id).firstName);
    return { flash, to: "/messages" };
  });
}

export default function Goodbye() {
  const { id, firstName, closeTo } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Say goodbye to {firstName}", { firstName })}
        text={t(
          "Choose a last message. It closes the conversation for both of you; you can both still read it, and you can reopen it.",
        )}
      />
      <GoodbyeForm id={id} closeTo={closeTo} refused={refused} />
    </div>
  );
}

/** Posts to its own page; `id` is that of the message. */
function GoodbyeForm({
  id,
  closeTo,
  refused,
}: {
  id: string;
  closeTo: string;
  refused: FormRefusal | undefined;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { refusal, fields, dismiss } = useRefusal(refused);
  const message = <input type="hidden" name="id" value={id} autoComplete="off" />;
  const typed = refused?.typed?.content;
  const sentences = goodbyes.map((each) => t(each));
  return (
    <>
      <RefusalSummary refusal={refusal} />
      <Form className="stack">
        {message}
        {sentences.map((sentence) => (
          <Button key={sentence} name="content" value={sentence} isPending={isSending}>
            {sentence}
          </Button>
        ))}
      </Form>
      <Form className="stack mt-6" onInput={dismiss} noValidate>
        {message}
        <TextArea
          name="content"
          label={t("Or in your own words")}
          maxLength={MESSAGE_MAX}
          required
          defaultValue={typed && !sentences.includes(typed) ? typed : undefined}
          error={fields.content}
        />
        <FormActions isPending={isSending} cancelTo={closeTo}>
          {t("Say goodbye")}
        </FormActions>
      </Form>
    </>
  );
}
