// The landing screen's samples of the app: its own components with made-up members, rendered once in each language, since
// nothing in them needs a script.

import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MessageBubble } from "~/components/conversation/message-list";
import { SongWords } from "~/components/conversation/share-card";
import { BANDS, ReasonsChart } from "~/components/member/reasons-chart";
import { Parts, RARITY, Total } from "~/components/member/reasons-list";
import { Options, QuestionHead } from "~/components/trivia/question-card";
import { perLanguage } from "~/language/current";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { genreName } from "~/models/music/genre";
import { Badge } from "~/ui/card";
import { Sleeve } from "~/ui/sleeve";

// Not translated: questions of the trivia are in English.
const question = {
  question: "Which Nick Drake album is one voice and one guitar, but for a few bars of piano?",
  options: ["Five Leaves Left", "Bryter Layter", "Pink Moon", "Made to Love Magic"],
  answer: "Pink Moon",
  category: "album",
  difficulty: "hard",
} as const;

function TriviaSample() {
  return (
    <div className="card p-4">
      <QuestionHead round={question} />
      <fieldset className="mt-4">
        <legend className="mb-4 font-display text-xl font-extrabold">{question.question}</legend>
        <Options options={[...question.options]} />
      </fieldset>
      <details className="mt-2">
        <summary className="link py-3">{t("Show the answer")}</summary>
        <p>
          <Trans
            text="{answer}, with the piano in its first song."
            values={{ answer: <b>{question.answer}</b> }}
          />
        </p>
      </details>
    </div>
  );
}

// Not translated: the names of artists.
const [BROADCAST, PRAM, RADIOHEAD] = ["Broadcast", "Pram", "Radiohead"] as const;
const artists = [
  { name: BROADCAST, text: msg("1st on yours, 2nd on Maya's."), rarity: "uncommon", part: 47 },
  { name: PRAM, text: msg("7th on both lists."), rarity: "rare", part: 21 },
  { name: RADIOHEAD, text: msg("3rd on yours, 9th on Maya's."), rarity: "common", part: 5 },
] as const;
const alike = { count: 0, part: 0 };
const genres = [{ name: "Electronic", part: 11 }];
const score = 84;

function WhySample() {
  const shared = artists.map(({ name, text, rarity, part }) => ({
    name,
    rarity,
    part,
    ownPosition: 1,
    otherPosition: 1,
    text: t(text),
  }));
  return (
    <div className="card stack p-4">
      <ReasonsChart score={score} artists={shared} alike={[]} moreAlike={alike} genres={genres} />
      <Parts
        title={t("Artists you share")}
        color={BANDS.artists}
        lines={shared.map(({ name, text, rarity, part }) => ({
          key: name,
          text: (
            <Trans text="You both list {artist}: {where}" values={{ artist: <b>{name}</b>, where: text }} />
          ),
          note: t(RARITY[rarity]),
          part,
        }))}
        level="h4"
      />
      <Parts
        title={t("Genres you share")}
        color={BANDS.genres}
        lines={genres.map(({ name, part }) => ({ key: name, text: genreName(name), part }))}
        level="h4"
      />
      <Total score={score} />
    </div>
  );
}

// Not translated: the names of artists and records.
const records = [
  { artist: "Can", title: "Tago Mago", isShared: true },
  { artist: "Alice Coltrane", title: "Journey in Satchidananda" },
  { artist: "Stereolab", title: "Dots and Loops" },
  { artist: "Fela Kuti", title: "Zombie" },
  { artist: "Sun Ra", title: "Space Is the Place", isShared: true },
  { artist: "Abba", title: "Arrival" },
];

function ShelfSample() {
  return (
    <ul className="grid grid-cols-3 gap-2">
      {records.map(({ artist, title, isShared }) => (
        <li key={title}>
          <Sleeve artist={artist} title={title} />
          <span className="sr-only">{t("{album} by {artist}", { album: title, artist })}</span>
          {isShared ? (
            <p className="mt-1">
              <Badge tone="yellow">{t("You both own it")}</Badge>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

// Not translated: the names of a member and a song.
const [MAYA, SONG] = ["Maya", "Distant Call"] as const;

function ChatSample() {
  return (
    <ol className="card messages p-4">
      <MessageBubble sender={MAYA} hasCard={false}>
        <p className="message-text">{t("Favorite B-side. No thinking.")}</p>
      </MessageBubble>
      <MessageBubble sender={null} hasCard>
        <div className="card share">
          <div className="flex items-start p-3">
            <Sleeve artist={BROADCAST} title={SONG} size="medium" />
            <SongWords title={SONG} artist={<b>{BROADCAST}</b>} />
          </div>
        </div>
        <p className="message-text">{t("This one. Wait for the drums.")}</p>
      </MessageBubble>
      <MessageBubble sender={MAYA} hasCard={false}>
        <p className="message-text">{t("Show me your shelf.")}</p>
      </MessageBubble>
    </ol>
  );
}

const render = (sample: ReactElement) => renderToStaticMarkup(sample);

/** The promises of the landing screen, each with a sample as HTML. */
export const listTracks = perLanguage(() => [
  {
    title: t("Free sign-ups, music trivia included"),
    text: t("No card, no trial. Five questions a game, for when words fail you."),
    sample: render(<TriviaSample />),
  },
  {
    title: t("Smart musical matching on taste"),
    text: t("An obscure artist you both love counts for more than a hit everyone knows."),
    sample: render(<WhySample />),
  },
  {
    title: t("Shared playlists and vinyl collections"),
    text: t("Your matches see the records you both own. Build a mixtape together, song by song."),
    sample: render(<ShelfSample />),
  },
  {
    title: t("Music-powered conversations"),
    text: t("Share a song, a video or a link. That's your opening line."),
    sample: render(<ChatSample />),
  },
]);
