// Asks members with many unanswered conversations to reply or say goodbye.
import { useFocusAfterwards } from "~/browser/use-focus";
import { formatCount } from "~/models/count";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PostButton } from "~/ui/form";

/** Links to the conversations; renders nothing when nobody is waiting. */
export function WaitingQuestion({ waiting }: { waiting: number }) {
  return waiting ? <Question waiting={waiting} /> : null;
}

function Question({ waiting }: { waiting: number }) {
  useFocusAfterwards();
  return (
    <Card className="mb-6">
      <h2>{formatCount(waiting)} people are waiting to hear from you</h2>
      <p className="mt-1 max-w-prose text-soft">
        Got a minute? Answer one of them, or say a kind goodbye. Nobody likes silence.
      </p>
      <div className="cluster mt-3">
        <ButtonLink to="/messages">See who's waiting</ButtonLink>
        <PostButton to="/discover/waiting">Not Now</PostButton>
      </div>
    </Card>
  );
}
