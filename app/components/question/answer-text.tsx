// An answer to the question of the day: its line, and its song with a sleeve.
import { AnthemSong } from "~/components/member/anthem-card";
import type { AnswerDto } from "~/models/question/question";
import { Sleeve } from "~/ui/sleeve";

/** The words of a member, and below them the song. */
export function AnswerText({ answer: { text, song } }: { answer: AnswerDto }) {
  return (
    <>
      {text ? (
        <p className="prompt-answer" dir="auto">
          {text}
        </p>
      ) : null}
      {song ? (
        <div className="mt-2 flex items-center [&>.sleeve]:mr-3 [&>:not(.sleeve)]:min-w-0">
          {song.type === "song" ? (
            <Sleeve artist={song.artist ?? ""} title={song.title ?? ""} size="medium" />
          ) : null}
          <AnthemSong {...song} />
        </div>
      ) : null}
    </>
  );
}
