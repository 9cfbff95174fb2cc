// The New Game form.
import { ROUNDS } from "~/models/trivia";
import { FlatField, FlatForm, FlatSelect, FlatSubmit } from "./flat-form";

/**
 * Posts to its own page. `companions` are offered by name, `wished` is the id of whom one came here to challenge;
 * `gameId` is the id the game will have, `ownId` what one tells others.
 */
export function ChallengeForm({
  gameId,
  ownId,
  companions,
  wished,
}: {
  gameId: string;
  ownId: string;
  companions: { id: string; name: string }[];
  wished: string;
}) {
  const isKnown = companions.some(({ id }) => id === wished);
  const offered = Object.fromEntries(companions.map(({ id, name }) => [id, name]));
  return (
    <FlatForm
      id="challenge"
      schema={fetchSchema}
      defaults={{ companionId: isKnown ? wished : "", player2Id: isKnown ? "" : wished }}
    >
      {companions.length ? (
        <FlatSelect
          name="companionId"
          label="One of your matches"
          options={{ "": "Choose a match", ...offered }}
        />
      ) : null}
      <FlatField
        name="player2Id"
        label={companions.length ? "Or an opponent's user ID" : "Opponent's user ID"}
        hint={`A number that its owner finds here. Yours is ${ownId}.`}
        inputMode="numeric"
        autoComplete="off"
      />
      <div className="rules">
        <h3>Rules</h3>
        <ul className="mt-1">
          <li>{ROUNDS} rounds, one question each, for both of you.</li>
          <li>The first to answer correctly gets the point.</li>
          <li>The highest score wins.</li>
        </ul>
      </div>
      <input type="hidden" name="id" value={gameId} />
      <FlatSubmit pending="Creating...">Create Game</FlatSubmit>
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/trivia-input")).challengeInput;
}
