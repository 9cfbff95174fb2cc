// What the landing screen shows of the app: its own components with made-up members, rendered once, since nothing in them needs
// a script.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MessageBubble } from "~/components/conversation/message-list";
import { SongWords } from "~/components/conversation/share-card";
import { BANDS, ReasonsChart } from "~/components/member/reasons-chart";
import { Parts, RARITY, Total } from "~/components/member/reasons-list";
import { Options, QuestionHead } from "~/components/trivia/question-card";
import { Badge } from "~/ui/card";
import { Sleeve } from "~/ui/sleeve";

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
        <summary className="link py-3">Show the answer</summary>
        <p>
          <b>{question.answer}</b>, with the piano in its first song.
        </p>
      </details>
    </div>
  );
}

const artists = [
  { name: "Broadcast", text: "1st on yours, 2nd on Maya's.", rarity: "uncommon", part: 47 },
  { name: "Pram", text: "7th on both lists.", rarity: "rare", part: 21 },
  { name: "Radiohead", text: "3rd on yours, 9th on Maya's.", rarity: "common", part: 5 },
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
    text,
  }));
  return (
    <div className="card stack p-4">
      <ReasonsChart score={score} artists={shared} alike={[]} moreAlike={alike} genres={genres} />
      <Parts
        title="Artists you share"
        color={BANDS.artists}
        lines={shared.map(({ name, text, rarity, part }) => ({
          key: name,
          text: (
            <>
              You both list <b>{name}</b>: {text}
            </>
          ),
          note: RARITY[rarity],
          part,
        }))}
        level="h4"
      />
      <Parts
        title="Genres you share"
        color={BANDS.genres}
        lines={genres.map(({ name, part }) => ({ key: name, text: name, part }))}
        level="h4"
      />
      <Total score={score} />
    </div>
  );
}

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
          <span className="sr-only">{`${title} by ${artist}`}</span>
          {isShared ? (
            <p className="mt-1">
              <Badge tone="yellow">You both own it</Badge>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function ChatSample() {
  return (
    <ol className="card messages p-4">
      <MessageBubble sender="Maya" hasCard={false}>
        <p className="message-text">Favorite B-side. No thinking.</p>
      </MessageBubble>
      <MessageBubble sender={null} hasCard>
        <div className="card share">
          <div className="flex items-start p-3">
            <Sleeve artist="Broadcast" title="Distant Call" size="medium" />
            <SongWords title="Distant Call" artist={<b>Broadcast</b>} />
          </div>
        </div>
        <p className="message-text">This one. Wait for the drums.</p>
      </MessageBubble>
      <MessageBubble sender="Maya" hasCard={false}>
        <p className="message-text">Show me your shelf.</p>
      </MessageBubble>
    </ol>
  );
}

const render = (sample: ReactElement) => renderToStaticMarkup(sample);

/** The promises of the landing screen, each with a sample as HTML. */
export const tracks = [
  {
    title: "Free sign-ups, music trivia included",
    text: "No card, no trial. Five questions a game, for when words fail you.",
    sample: render(<TriviaSample />),
  },
  {
    title: "Smart musical matching on taste",
    text: "An obscure artist you both love counts for more than a hit everyone knows.",
    sample: render(<WhySample />),
  },
  {
    title: "Shared playlists and vinyl collections",
    text: "Your matches see the records you both own. Build a mixtape together, song by song.",
    sample: render(<ShelfSample />),
  },
  {
    title: "Music-powered conversations",
    text: "Share a song, a video or a link. That's your opening line.",
    sample: render(<ChatSample />),
  },
];
