import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitChallenge } from "~/actions/trivia/trivia-form.server";
import { titled } from "~/community";
import { BasicDisclosure, BasicField, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { listContacts } from "~/models/contact.server";
import { CHALLENGE_TITLE } from "~/models/trivia/game-path";
import { ROUNDS, triviaErrorTitle } from "~/models/trivia/trivia";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("New Game · Music Trivia")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const opponentId = new URL(request.url).searchParams.get("with") ?? "";
  const contacts = await listContacts(member.id);
  return { id: randomUUID(), ownId: String(member.id), contacts, opponentId };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitChallenge(request);
}

export const clientAction = createClientAction({ errorTitle: triviaErrorTitle });

export default function NewGame() {
  const { id, ownId, contacts, opponentId } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t(CHALLENGE_TITLE)} closeTo="/trivia">
      <ChallengeForm gameId={id} ownId={ownId} contacts={contacts} opponentId={opponentId} />
    </RouteDialog>
  );
}

/**
 * Posts to its own page. `contacts` are offered by name; `opponentId` is the one to preselect, or blank. `gameId` is the
 * id the game will have, and `ownId` the id the member gives to others.
 */
function ChallengeForm({
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
