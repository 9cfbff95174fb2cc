// A member in a grid of people: their photo, score, name and age, which lead to their page.
import { Link } from "@remix-run/react";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";
import { ScoreLabel } from "./score";

type FaceLinkProps = { id: string; name: string; age: number | null; picture: Face; score: number };

export function FaceLink({ id, name, age, picture, score }: FaceLinkProps) {
  return (
    <Link to={`/members/${id}`} className="relative block hover:text-red">
      <span className="square poster-photo rounded">
        <Photo
          face={picture}
          sizes="(min-width: 720px) 180px, 46vw"
          width={480}
          height={600}
          loading="lazy"
        />
      </span>
      <ScoreLabel
        score={score}
        className="absolute right-1 top-1 z-raised h-[3rem] w-[3rem] text-base leading-[3rem]"
      />
      <b className="mt-2 block font-display text-xl font-extrabold">
        <bdi>{name}</bdi>
        {age ? `, ${age}` : null}
      </b>
    </Link>
  );
}
