// What a visitor sees who is not signed in.
import { ButtonAnchor } from "./button";
import { Badge } from "./sleeve";

const LOGIN = "/api/login";

const tracks = [
  {
    title: "Free sign-ups, music trivia included",
    text: "No card, no trial. Five questions a round when words fail you.",
  },
  {
    title: "Smart musical matching on taste",
    text: "A rare record you both own counts for more than a hit everyone knows.",
  },
  {
    title: "Shared playlists and vinyl collections",
    text: "Show your shelves, and fill a tape together, song by song.",
  },
  {
    title: "Music-powered conversations",
    text: "Send a song, a video, a link. The first line is already written.",
  },
];

const claims = [
  { number: "15,000+", of: "members" },
  { number: "4.8/5", of: "rating" },
  { number: "50k+", of: "matches" },
];

const samples = [
  { name: "Maya", age: 29, style: "Soul & Funk", portrait: "/portraits/sample-1.svg" },
  { name: "Jonas", age: 34, style: "Krautrock", portrait: "/portraits/sample-2.svg" },
  { name: "Priya", age: 26, style: "Indie Folk", portrait: "/portraits/sample-3.svg" },
  { name: "Theo", age: 41, style: "Hard Bop", portrait: "/portraits/sample-4.svg" },
  { name: "Lucía", age: 31, style: "Dub Techno", portrait: "/portraits/sample-5.svg" },
];

const stories = [
  {
    names: "Hannah & Luis",
    catalogue: "Matched on one live album",
    words:
      "He listed a bootleg I had only ever seen once. We spent the first evening arguing about side two.",
  },
  {
    names: "Amara & Joe",
    catalogue: "Matched on 14 artists",
    words: "Our playlist had forty songs before our first coffee. We played it at the wedding, in order.",
  },
  {
    names: "Sofie & Mina",
    catalogue: "Matched on a trivia draw",
    words: "Two-all, one round to go, and neither of us knew the year. We looked it up together.",
  },
];

/** The landing screen between the visitor's bar and the footer; every call leads to sign-in. */
export function Landing() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <Tracks />
      <Samples />
      <Stories />
      <Closing />
    </main>
  );
}

function Hero() {
  return (
    <section className="page hero">
      <div className="hero-words">
        <p className="catalogue">BS-2024 · Stereo · 33⅓ rpm</p>
        <h1 className="mt-2 text-poster">
          Sharing the hits is easy. <span className="text-red">The one for you knows the B-sides.</span>
        </h1>
        <p className="mt-4 max-w-prose text-lead">
          B-Side introduces people through the music they love, and listens hardest to the records few others
          know.
        </p>
        <p className="mt-6">
          <ButtonAnchor href={LOGIN} look="primary" className="button-tall">
            <span className="hidden sm:inline">Start Your Musical Journey</span>
            <span className="sm:hidden">Get Started</span>
          </ButtonAnchor>
        </p>
        <ul className="stickers" aria-label="B-Side in numbers">
          {claims.map((claim) => (
            <li key={claim.of} className="sticker">
              <b>{claim.number}</b> {claim.of}
            </li>
          ))}
        </ul>
      </div>
      <HeroRecord />
    </section>
  );
}

/** A record half out of its sleeve, B-side up. */
function HeroRecord() {
  return (
    <svg aria-hidden="true" className="hero-record" viewBox="0 0 480 400">
      <circle cx="290" cy="200" r="180" fill="var(--vinyl)" />
      <g fill="none" stroke="var(--vinyl-groove)">
        {[174, 168, 163, 157, 150, 146, 139, 131, 126, 118, 112, 105, 97, 90, 84, 77].map((radius) => (
          <circle key={radius} cx="290" cy="200" r={radius} />
        ))}
      </g>
      <circle cx="290" cy="200" r="66" fill="var(--red)" />
      <path d="M8 10h282v380H8z" fill="var(--sleeve)" stroke="var(--rule)" strokeWidth="1.5" />
      <path d="M290 134a66 66 0 0 1 0 132z" fill="var(--red)" />
    </svg>
  );
}

function Tracks() {
  return (
    <section className="page landing-part" aria-labelledby="tracks">
      <h2 id="tracks">On this side</h2>
      <ol className="tracks">
        {tracks.map((track, place) => (
          <li key={track.title}>
            <span className="track-number" aria-hidden="true">
              B{place + 1}
            </span>
            <div>
              <h3>{track.title}</h3>
              <p className="text-soft">{track.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Samples() {
  return (
    <section className="page landing-part" aria-labelledby="samples">
      <div className="cluster justify-between">
        <h2 id="samples">In the new arrivals bin</h2>
        <ButtonAnchor href={LOGIN}>View All Members</ButtonAnchor>
      </div>
      <ul className="bin">
        {samples.map((sample) => (
          <li key={sample.name} className="sleeve">
            <div className="square border-b bg-inset">
              <img src={sample.portrait} alt="" width={320} height={320} loading="lazy" decoding="async" />
            </div>
            <div className="p-3">
              <p className="font-display text-lead font-extrabold">
                {sample.name}, {sample.age}
              </p>
              <p className="text-soft">{sample.style}</p>
              <p className="mt-2">
                <Badge tone="quiet">sample</Badge>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stories() {
  return (
    <section className="page landing-part" aria-labelledby="stories">
      <h2 id="stories">Liner notes</h2>
      <div className="stories">
        {stories.map((story) => (
          <figure key={story.names}>
            <blockquote>{story.words}</blockquote>
            <figcaption>
              <span className="font-semibold">{story.names}</span>
              <span className="catalogue block">{story.catalogue}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Closing() {
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="page">
        <h2 id="closing" className="text-poster">
          Turn the record over.
        </h2>
        <p className="mt-2 text-lead">Somebody out there knows your favourite deep cut by heart.</p>
        <p className="mt-6">
          <ButtonAnchor href={LOGIN} look="primary" className="button-tall">
            Join Now
          </ButtonAnchor>
        </p>
      </div>
    </section>
  );
}
