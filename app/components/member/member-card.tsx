// A member as a card: photo, score, name and details.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { pictureSet } from "~/models/picture-url";
import { ScoreLabel } from "./score";

/**
 * `name` links to `to`; `why` is the link beside the score. `badge` goes above the name, `menu` in the top right
 * corner, `facts` (distance, place) below it, `lead` above the bio, `children` between the bio and the `actions`. On a
 * wide window `collection` is below the photo.
 */
export function MemberCard({
  name,
  age,
  to,
  photoUrl,
  score,
  why,
  collection,
  badge,
  menu,
  facts,
  lead,
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
  collection?: ReactNode;
  badge?: ReactNode;
  menu?: ReactNode;
  facts?: ReactNode;
  lead?: ReactNode;
  bio?: string;
  children?: ReactNode;
  actions?: ReactNode;
  level?: "h2" | "h3";
}) {
  return (
    <article className="card member-card">
      <div className="member-photo">
        <div className="square">
          <img
            src={photoUrl}
            srcSet={pictureSet(photoUrl)}
            sizes="(min-width: 720px) 288px, 96vw"
            alt=""
            width={480}
            height={480}
            loading="lazy"
            decoding="async"
          />
        </div>
        {score === undefined ? null : (
          <div className="member-score">
            <ScoreLabel score={score} />
            {why}
          </div>
        )}
        {collection}
      </div>
      <div className="member-body">
        {badge}
        <Heading className="member-name">
          <Link to={to} className="hover:text-red">
            <bdi>{name}</bdi>
          </Link>
          {age ? `, ${age}` : null}
        </Heading>
        {menu}
        {facts ? <p className="member-facts text-soft">{facts}</p> : null}
        <div className="member-text">
          {lead}
          {bio ? (
            <p className="line-clamp-3 mt-2" dir="auto">
              {bio}
            </p>
          ) : null}
          {children}
          {actions ? <footer className="cluster">{actions}</footer> : null}
        </div>
      </div>
    </article>
  );
}

/** Labeled lines such as Top Artists; lines without text are left out. */
export function MemberDetails({ lines }: { lines: { label: string; text: ReactNode }[] }) {
  return (
    <dl className="credits">
      {lines
        .filter((line) => line.text)
        .map((line) => (
          <div key={line.label}>
            <dt className="eyebrow">{line.label}</dt>
            <dd>{line.text}</dd>
          </div>
        ))}
    </dl>
  );
}
