import { apiRoute, operation } from "~/http/api.server";
import { noteInput } from "~/models/conversation/profile-quote/profile-quote-schema";
import { memberIdField } from "~/models/fields";
import { likeWithNote } from "~/models/match/like-with-note.server";
import { notFoundRefusal } from "~/refusal";

export const loader = apiRoute({
  /** Likes a photo or an answer with a note. */
  POST: operation(
    noteInput,
    async (member, input, { params }) => {
      const targetUserId = memberIdField.safeParse(params.id).data;
      if (targetUserId === undefined) throw notFoundRefusal();
      const { mutual, conversation, message } = await likeWithNote(member.id, { ...input, targetUserId });
      return { mutual, conversation, message };
    },
    201,
  ),
});
export const action = loader;
