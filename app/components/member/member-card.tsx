// A member as a card: photo, record label with the score, name, and what the liner notes say.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { pictureSet } from "~/models/picture";
import { ScoreLabel } from "./score";

/**
 * `name` leads to `to`, and `why` from the score to its reasons; without a score there is no label. `badge` stands
 * above the name, `facts` below it (distance, place), `children` are the credits, `actions` the buttons at the foot.
 */
export function MemberSleeve({
  name,
  age,
  to,
  photoUrl,
  score,
  why,
  badge,
  facts,
  bio,
  children,
  actions,
  level: Heading = "h2",
}: {
  name: string;
  age?: number | null;
  to: string;
  photoUrl: string;
  score?: number;
  why?: ReactNode;
  badge?: ReactNode;
  facts?: ReactNode;
  bio?: string;
  children?: ReactNode;
  actions?: ReactNode;
  level?: "h2" | "h3";
}) {
  return (
    <article className="sleeve member">
      <div className="member-photo">
        <div className="square">
          <img
            src={photoUrl}
            srcSet={pictureSet(photoUrl)}
            sizes="(min-width: 720px) 240px, 96vw"
            alt=""
            width={480}
            height={480}
            loading="lazy"
            decoding="async"
          />
        </div>
        {score === undefined ? null : (
          <div className="member-label">
            <ScoreLabel score={score} />
            {why}
          </div>
        )}
      </div>
      <div className="member-words">
        {badge}
        <Heading className="member-name">
          <Link to={to} className="hover:text-red">
            {name}
          </Link>
          {age ? `, ${age}` : null}
        </Heading>
        {facts ? <p className="member-facts">{facts}</p> : null}
        {bio ? <p className="clamp-3 mt-2">{bio}</p> : null}
        {children}
        {actions ? <footer className="cluster">{actions}</footer> : null}
      </div>
    </article>
  );
}

/** Liner notes: what a word in small print means, line by line. Lines without text are left out. */
export function Credits({ lines }: { lines: { label: string; text: string }[] }) {
  return (
    <dl className="credits">
      {lines
        .filter((line) => line.text)
        .map((line) => (
          <div key={line.label}>
            <dt className="catalogue">{line.label}</dt>
            <dd>{line.text}</dd>
          </div>
        ))}
    </dl>
  );
}
