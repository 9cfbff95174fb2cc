import { apiRoute } from "~/http/api.server";
import { memberIdField } from "~/models/fields";
import { getMemberPage } from "~/models/match/member-card.server";
import { getAnthem } from "~/models/member/anthem.server";
import { getPrompts } from "~/models/member/prompt.server";
import { getShownPhotos } from "~/models/picture/photos.server";
import { readTodaysAnswer } from "~/models/question/answer-list.server";

export const loader = apiRoute({
  /** A member's page. */
  GET: {
    run: async (viewer, _, { params }) => {
      const id = memberIdField.safeParse(params.id).data;
      const page = id === undefined ? undefined : await getMemberPage(viewer, id);
      if (id === undefined || !page) return undefined;
      const [photos, prompts, anthem, today] = await Promise.all([
        getShownPhotos(viewer.id, id),
        getPrompts(viewer.id, id),
        getAnthem(viewer.id, id),
        readTodaysAnswer(viewer.id, id),
      ]);
      return { ...page, photos, prompts, anthem: anthem ?? null, todaysAnswer: today };
    },
  },
});
export const action = loader;
