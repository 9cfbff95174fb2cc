// What was found in an export, to choose from.
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { type ArchivePreview, PIECES, type Piece, pieceLabels } from "~/models/account/export/archive";
import { promptTexts } from "~/models/member/prompt";
import { genderLabels, meetLabels, purposeLabels, type WishesConsent } from "~/models/member/wishes";
import { genreName } from "~/models/music/genre";
import { pictureUrl } from "~/models/picture-url";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/form";

/** The form sends the preview back: nothing of it is stored here before it is chosen. */
export function ArchivePieces({
  preview,
  consent,
  isSending,
}: {
  preview: ArchivePreview;
  consent: WishesConsent;
  isSending: boolean;
}) {
  const { found, records, playlists, unknown, isNewer } = preview;
  const pieces = PIECES.filter((piece) => found[piece]);
  return (
    <div className="stack">
      {isNewer ? (
        <p>{t("This download is from a newer B-Side. What isn't known here yet is left out.")}</p>
      ) : null}
      {pieces.length ? (
        <Form className="stack" preventScrollReset>
          <input type="hidden" name="preview" value={JSON.stringify(preview)} />
          <p>{t("What you choose takes the place of what you have here; photos are added.")}</p>
          <ul className="divided">
            {pieces.map((piece) => (
              <li key={piece} className="py-2">
                <label className="check-field">
                  <input type="checkbox" name={piece} defaultChecked={piece !== "wishes"} />
                  <span className="min-w-0">
                    <b>{t(pieceLabels[piece])}</b>
                    <PieceText piece={piece} found={found} />
                  </span>
                </label>
                {piece === "wishes" && !consent.agreedAt ? (
                  <label className="check-field mt-2">
                    <input type="checkbox" name="consents" />
                    <span className="min-w-0">{consent.sentence}</span>
                  </label>
                ) : null}
              </li>
            ))}
          </ul>
          <Button variant="primary" isPending={isSending}>
            {isSending ? t("Importing...") : t("Import Selected")}
          </Button>
        </Form>
      ) : null}
      {records || playlists ? (
        <div className="cluster">
          {records ? (
            <ButtonLink to={`/records/import/${records.id}`}>{t("Look at the records")}</ButtonLink>
          ) : null}
          {playlists ? (
            <ButtonLink
              to={playlists.count > 1 ? "/playlists/import/lists" : `/playlists/import/${playlists.id}`}
            >
              {t("{count, plural, one {Look at the playlist} other {Look at the # playlists}}", {
                count: playlists.count,
              })}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {unknown.length ? (
        <div>
          <p>{t("These parts weren't read:")}</p>
          <ul className="tips">
            {unknown.map((name) => (
              <li key={name} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function PieceText({ piece, found }: { piece: Piece; found: ArchivePreview["found"] }): ReactNode {
  const { about, preferences, prompts, anthem, wishes, photos } = found;
  const lines: Record<Piece, ReactNode> = {
    about: about && [about.age, about.location, about.bio].filter(Boolean).join(" · "),
    preferences:
      preferences &&
      `${preferences.topArtists.join(", ")} · ${preferences.favoriteGenres.map(genreName).join(", ")}`,
    prompts: prompts
      ?.map(({ prompt, answer }) => t("{label}: {text}", { label: promptTexts[prompt], text: answer }))
      .join(" · "),
    anthem:
      anthem &&
      ("url" in anthem ? anthem.url : t("{label}: {text}", { label: anthem.artist, text: anthem.title })),
    wishes:
      wishes &&
      [
        wishes.gender === "own" ? wishes.genderWords : wishes.gender && t(genderLabels[wishes.gender]),
        wishes.meets.map((choice) => t(meetLabels[choice])).join(", "),
        wishes.purpose && t(purposeLabels[wishes.purpose]),
      ]
        .filter(Boolean)
        .join(" · "),
    photos: photos?.map(({ id }) => (
      <img
        key={id}
        src={pictureUrl(id, "square")}
        alt=""
        width={96}
        height={96}
        className="mr-2 inline-block size-24 object-cover"
      />
    )),
  };
  return (
    <span className="block break-words text-soft" dir="auto">
      {lines[piece]}
    </span>
  );
}
