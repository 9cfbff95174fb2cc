// The page of a new match: both faces, what the two share, and the first word.
import { useFetcher } from "@remix-run/react";
import { Avatar } from "~/components/ui/avatar";
import { Button, ButtonLink } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";

type NewMatchProps = {
  id: string;
  /** "Ada L." */
  name: string;
  firstName: string;
  picture: string;
  ownPicture: string;
  score: number;
  /** The artists that both list, the one that counts most first. */
  shared: string[];
  /** Where Keep Looking leads. */
  nextPath: string;
};

export function NewMatch({
  id,
  name,
  firstName,
  picture,
  ownPicture,
  score,
  shared,
  nextPath,
}: NewMatchProps) {
  const [first, ...rest] = shared;
  const starter = useFetcher({ key: `talk-${id}` });
  const isStarting = starter.state !== "idle";
  return (
    <section className="card new-match">
      <div className="new-match-faces">
        <Avatar url={ownPicture} size="large" round alt="You" />
        <Avatar url={picture} size="large" round alt={name} />
      </div>
      <p className="eyebrow">It's mutual! You two like each other.</p>
      <h1>You and {name}</h1>
      <p className="mt-2 text-lead">
        {first ? (
          <>
            You both love <b dir="auto">{first}</b>.
          </>
        ) : score ? (
          `You're a ${score}% match.`
        ) : (
          "Ask what they're listening to."
        )}
      </p>
      {rest.length ? <p className="mt-1 text-soft">And {rest.join(" · ")}</p> : null}
      <div className="new-match-actions">
        <starter.Form method="post" action="/matches/talk">
          <ViewerField />
          <input type="hidden" name="targetUserId" value={id} />
          <Button variant="primary" icon="messages" isPending={isStarting} className="w-full">
            {isStarting ? "Starting..." : `Say Hello to ${firstName}`}
          </Button>
        </starter.Form>
        <ButtonLink to={nextPath} className="mt-3 w-full">
          Keep Looking
        </ButtonLink>
      </div>
    </section>
  );
}
