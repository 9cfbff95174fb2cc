// The New Game form.

import { BasicDisclosure, BasicField, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { t } from "~/language/text";
import { ROUNDS } from "~/models/trivia/trivia";

/**
 * Posts to its own page. `contacts` are offered by name; `opponentId` is the one to preselect, or blank. `gameId` is the
 * id the game will have, and `ownId` the id the member gives to others.
 */
export function ChallengeForm({
  gameId,
  ownId,
  contacts,
  opponentId,
}: {
  gameId: string;
  ownId: string;
  contacts: { id: string; name: string }[];
  opponentId: string;
}) {
  const isKnown = contacts.some(({ id }) => id === opponentId);
  const names = Object.fromEntries(contacts.map(({ id, name }) => [id, name]));
  const field = {
    name: "player2Id",
    label: t("Opponent's user ID"),
    hint: t("Your opponent finds their ID on this screen. Yours is {id}.", { id: ownId }),
    inputMode: "numeric",
    autoComplete: "off",
  } as const;
  return (
    <BasicForm
      id="challenge"
      schema={fetchSchema}
      defaults={{ contactId: isKnown ? opponentId : "", player2Id: isKnown ? "" : opponentId }}
    >
      {contacts.length ? (
        <>
          <BasicSelect
            name="contactId"
            label={t("One of your matches")}
            none={t("Choose a match")}
            options={names}
          />
          <BasicDisclosure summary={t("Enter a user ID instead")} names={[field.name]}>
            <BasicField {...field} />
          </BasicDisclosure>
        </>
      ) : (
        <BasicField {...field} required />
      )}
      <div className="rounded border border-dashed border-edge px-4 py-3">
        <h3>{t("Rules")}</h3>
        <ul className="tips mt-1">
          <li>{t("{count} rounds, one question each.", { count: ROUNDS })}</li>
          <li>{t("The first to answer correctly gets the point.")}</li>
          <li>{t("The highest score wins.")}</li>
        </ul>
      </div>
      <input type="hidden" name="id" value={gameId} />
      <BasicSubmit pending={t("Creating...")}>{t("Create Game")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/trivia/trivia-schema")).challengeInput;
}
