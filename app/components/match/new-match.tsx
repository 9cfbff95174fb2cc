// The page of a new match: both faces, what the two share, and the first word.
import { Avatar } from "~/components/ui/avatar";
import { ButtonLink } from "~/components/ui/button";
import { PostButton } from "~/components/ui/form";

type NewMatchProps = {
  member: { id: string; name: string; firstName: string; picture: string };
  ownPicture: string;
  score: number;
  /** The artists that both list, the one that counts most first. */
  shared: string[];
  /** Where Keep Looking leads. */
  nextPath: string;
};

export function NewMatch({ member, ownPicture, score, shared, nextPath }: NewMatchProps) {
  const { id, name, firstName, picture } = member;
  const [first, ...rest] = shared;
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
        <PostButton
          to="/matches/talk"
          fields={{ targetUserId: id }}
          variant="primary"
          icon="messages"
          pending="Starting..."
          className="w-full"
        >
          {`Say Hello to ${firstName}`}
        </PostButton>
        <ButtonLink to={nextPath} className="mt-3 w-full">
          Keep Looking
        </ButtonLink>
      </div>
    </section>
  );
}
