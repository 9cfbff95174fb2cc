// What the answers about whom to meet do, beside their form.
import { Card } from "~/ui/card";

/** Three sentences about who sees whom. */
export function MeetingRules() {
  return (
    <Card title="Who Sees Whom">
      <ul className="stack">
        <li>You both have to match each other's choices: gender, age and what you're here for.</li>
        <li>
          If you don't give your gender, you're seen by people who'd like to meet everyone or people who
          haven't said.
        </li>
        <li>Your likes, matches and messages stay when you change your answers.</li>
      </ul>
    </Card>
  );
}
