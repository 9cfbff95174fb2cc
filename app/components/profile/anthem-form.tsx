// The form of the anthem: a song, or a YouTube or Spotify link.
import { useNavigation } from "@remix-run/react";
import type { Anthem } from "db/column-types";
import { SongTypes } from "~/components/conversation/share-types";
import { ANTHEM_PATH } from "~/models/member/anthem";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

/** Posts to its own page; `answer` is the action data of a refused form. */
export function AnthemForm({
  anthem,
  answer,
  closeTo,
}: {
  anthem: Anthem | null;
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const saved = { artist: "", title: "", url: "", ...anthem };
  const typed = answer?.typed ?? { ...saved, shareType: anthem?.type ?? "song" };
  const isSaving = useNavigation().formAction === ANTHEM_PATH;
  const propsOf = (name: "artist" | "title" | "url") => ({
    ...{ name, required: true, autoComplete: "off", error: errors[name] },
    defaultValue: typed[name],
  });
  return (
    <Form action={ANTHEM_PATH} id="anthem" preventScrollReset noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <SongTypes legend="Your anthem" chosen={typed.shareType} propsOf={propsOf} />
      <FormActions isPending={isSaving} cancelTo={closeTo} inDialog>
        Save Anthem
      </FormActions>
    </Form>
  );
}
