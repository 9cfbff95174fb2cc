// The top of the landing screen: a question about an artist, and the card that answers it.

import { Form, Link } from "@remix-run/react";
import { Fragment, useEffect, useRef } from "react";
import { COMMUNITY_NAME, HAS_OWN_NAME } from "~/community";
import { Poster } from "~/components/member/poster";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { joinPath as invitationPath } from "~/models/account/invitation/invitation";
import { describePeople, type PeopleCount } from "~/models/count";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { Button, ButtonAnchor } from "~/ui/button";
import { Badge } from "~/ui/card";
import { FieldError } from "~/ui/field";
import { Sleeve } from "~/ui/sleeve";

/** How visitors join, with a note unless anyone can. */
export type Joining = { note?: string; isByInvitation: boolean };

/** A visitor's question, and our answer. */
export type ArtistQuestion = {
  text: string;
  fans?: Fans;
  error?: string;
};

/** `near` are known artists with almost the name that was typed. */
type Fans = { name: string; atLeast: PeopleCount; near: string[] };

/**
 * `join` leads to Create Account, with the artist that was asked about; `joining` says how visitors join; `distance` is the
 * sample's, in words; `line` is the community's own, and `lead` the artist of the sample's card.
 */
export function Hero({
  join,
  joining: { note, isByInvitation },
  question,
  distance,
  line,
  lead,
}: {
  join: string;
  joining: Joining;
  question: ArtistQuestion | null;
  distance: string;
  line: string | undefined;
  lead: string | undefined;
}) {
  const fans = question?.fans;
  return (
    <section className="page pb-8 pt-4 md:flex md:items-center md:py-12">
      <div className="md:min-w-0 md:flex-1">
        {HAS_OWN_NAME ? (
          <h1 className="break-words text-poster text-red">{COMMUNITY_NAME}</h1>
        ) : (
          <h1 className="text-poster">
            <Trans
              text="Sharing the hits is easy. <red>The one for you knows the <nowrap>B-sides.</nowrap></red>"
              tags={{ red: <span className="text-red" />, nowrap: <span className="whitespace-nowrap" /> }}
            />
          </h1>
        )}
        {line ? <p className="mt-3 text-xl font-semibold">{line}</p> : null}
        <p className="mt-3 text-xl">{t("Meet people through music: for dating, friends, or both.")}</p>
        <QuestionForm question={question} />
        {note ? <p className="mt-3">{note}</p> : null}
        <p className="mt-3">
          <ButtonAnchor
            href={isByInvitation && !fans ? invitationPath() : join}
            variant={fans && !fans.near.length ? "primary" : "quiet"}
            className="min-h-14 px-6"
          >
            {fans ? (
              fans.atLeast ? (
                t("Meet them")
              ) : (
                t("Be one of the first")
              )
            ) : isByInvitation ? (
              t("I have a code")
            ) : (
              <>
                <span className="hidden sm:inline">{t("Start Your Musical Journey")}</span>
                <span className="sm:hidden">{t("Get Started")}</span>
              </>
            )}
          </ButtonAnchor>
        </p>
      </div>
      {/* The card and, behind its right edge, a record. */}
      <div
        className="relative mx-auto mt-6 max-w-[360px] md:ml-8 md:mr-0 md:mt-0 md:min-h-[41.5rem] md:max-w-[420px] md:flex-[0_0_40%] [&_.obi-more]:hidden"
        aria-live="polite"
      >
        <Record />
        {fans ? (
          <ArtistCard name={fans.name} atLeast={fans.atLeast} />
        ) : (
          <SampleCard distance={distance} lead={lead} />
        )}
      </div>
    </section>
  );
}

/** Asks how many people love an artist, with scripts without leaving the page; nobody's name is told. */
function QuestionForm({ question }: { question: ArtistQuestion | null }) {
  const field = useRef<HTMLInputElement>(null);
  const text = question?.text ?? "";
  const shown = useRef(text);

  // Back leads to an earlier question; what has been typed since stays.
  useEffect(() => {
    if (field.current?.value === shown.current) field.current.value = text;
    shown.current = text;
  }, [text]);

  return (
    <Form method="get" action="/" preventScrollReset className="mt-6 max-w-form">
      <label
        htmlFor="artist"
        className="block text-balance font-display text-[1.375rem] font-extrabold leading-[1.1] md:text-[2rem]"
      >
        {t("Type an artist. Who here loves them?")}
      </label>
      <div className="mt-2 flex">
        <input
          ref={field}
          id="artist"
          name="artist"
          className="input min-h-14 min-w-0 flex-1 border-2 border-ink text-xl"
          maxLength={MAX_ARTIST_NAME}
          required
          defaultValue={text}
          autoComplete="off"
          enterKeyHint="go"
          aria-invalid={question?.error ? true : undefined}
          aria-describedby={question?.error ? "artist-error" : undefined}
        />
        <Button variant={question?.fans ? "quiet" : "primary"} className="ml-2 min-h-14 px-6">
          {t("Ask")}
        </Button>
      </div>
      <FieldError id="artist" error={question?.error} />
      <DidYouMean names={question?.fans?.near ?? []} />
    </Form>
  );
}

function DidYouMean({ names }: { names: string[] }) {
  const links = names.map((name, index) => (
    <Fragment key={name}>
      {index && index < names.length - 1 ? ", " : null}
      <Link to={`/?${new URLSearchParams({ artist: name })}`} preventScrollReset className="link" dir="auto">
        {name}
      </Link>
    </Fragment>
  ));
  const last = links.pop();
  if (!last) return null;
  return (
    <p className="mt-2">
      {links.length ? (
        <Trans text="Did you mean {artists} or {last}?" values={{ artists: links, last }} />
      ) : (
        <Trans text="Did you mean {artist}?" values={{ artist: last }} />
      )}
    </p>
  );
}

/** A card as on Discover. */
// Not translated: the names of an artist and a member.
const [SAMPLE_LEAD, SAMPLE_NAME] = ["Broadcast", "Maya, 29"];

function SampleCard({ distance, lead = SAMPLE_LEAD }: { distance: string; lead: string | undefined }) {
  return (
    <article className="card relative w-[82%]" aria-label={t("A sample of a member's card")}>
      <Poster
        face={{ url: "/portraits/sample-1.svg", focus: { x: 50, y: 30 } }}
        name={<p className="member-name">{SAMPLE_NAME}</p>}
        lead={{ artist: lead, atLeast: 5, more: 3 }}
        score={84}
        isSample
        isFirst
      />
      <div className="p-4">
        <p className="text-soft">{distance}</p>
        <p className="mt-2">{t("I still think the demo is better than the single.")}</p>
        <p className="mt-3">
          <Badge tone="quiet">{t("sample")}</Badge>
        </p>
      </div>
    </article>
  );
}

/** A card for an artist, with the answer on the strip of paper around the sleeve. */
function ArtistCard({ name, atLeast }: Omit<Fans, "near">) {
  return (
    <article
      className="card relative w-[82%] [&>.sleeve]:rounded-none [&>.sleeve]:after:rounded-none"
      aria-label={t("Who here loves them")}
    >
      <p className="obi rounded-t">
        <span className="eyebrow mr-3 text-ink-always">{t("Who here loves them")}</span>{" "}
        <b>{atLeast ? describePeople(atLeast) : t("Nobody yet, or only a few")}</b>
      </p>
      <Sleeve artist="" title={name} />
      <p className="border-t px-4 py-3 font-display text-[1.5rem] font-extrabold leading-[1.1]" dir="auto">
        {name}
      </p>
    </article>
  );
}

/** Half out of the card. */
function Record() {
  return (
    <svg aria-hidden="true" className="absolute right-0 top-[8%] w-4/5" viewBox="0 0 320 320">
      <circle cx="160" cy="160" r="159" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <Grooves cx={160} cy={160} radii={[153, 149, 144, 140, 134, 126, 121, 115, 110, 104, 96, 90]} />
      <circle cx="160" cy="160" r="56" fill="var(--red)" />
    </svg>
  );
}

/** The grooves of a drawn record. */
export function Grooves({ cx, cy, radii }: { cx: number; cy: number; radii: number[] }) {
  return (
    <g fill="none" stroke="var(--vinyl-groove)">
      {radii.map((radius) => (
        <circle key={radius} cx={cx} cy={cy} r={radius} />
      ))}
    </g>
  );
}
