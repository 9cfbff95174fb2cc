// The top of a member's page: the photos, name and score over their edge, the artist whom the two share, and the viewer's
// decision.
import { Link, useFetcher } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import type { ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { LIKE_WAITS } from "~/models/match/decision";
import { cardFace, describeDistance, toSharedLead } from "~/models/match/member-card";
import { endSentence, type MemberCardDto, type MemberPageDto } from "~/models/member/member";
import { PHOTOS_PATH, profilePath } from "~/models/member/profile";
import { describeListener } from "~/models/member/verified-listener";
import { describeGender } from "~/models/member/wishes";
import { memberPhotoPath, type ShownPhotoDto } from "~/models/picture/photos";
import { shortName } from "~/models/public-member";
import { describeTrip } from "~/models/trip/trip";
import { Button, IconLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { Form, PostButton } from "~/ui/form";
import { LikeThis } from "./like-this";
import { SharedShowLine, TripLine } from "./member-details";
import { PhotoStrip } from "./photo-strip";
import { NamePlate } from "./poster";
import { StartConversationButton } from "./start-conversation-button";
import { VerifiedListenerBadge } from "./verified-listener";
import { WhyLink } from "./why-link";

/** What the top of a member's page shows. */
export type PosterPage = MemberPageDto & {
  conversationId?: string;
  photos: ShownPhotoDto[];
  /** Whether a note can be sent; false while a request waits for its answer, and after a goodbye. */
  canSendNote: boolean;
  /** Whether the viewer has a place to measure distances from. */
  hasTown: boolean;
  unit: DistanceUnit;
};

/** `menu` is at the end of the facts. `own` replaces the viewer's actions if the page is the viewer's own. */
export function MemberPoster({ page, menu, own }: { page: PosterPage; menu?: ReactNode; own?: ReactNode }) {
  const { card, mutual, hasTown, unit } = page;
  const name = shortName(card);
  return (
    <>
      {/* On a phone as wide as the window, from the top bar on */}
      <div className="member-photos relative -mx-4 group-first/page:-mt-6 md:m-0 md:rounded md:border md:bg-card md:group-first/page:mt-0">
        <Photos name={name} page={page} isOwn={Boolean(own)} />
        <NamePlate
          name={
            <h1 className="member-name">
              <bdi>{name}</bdi>
              {card.age ? `, ${card.age}` : null}
            </h1>
          }
          lead={toSharedLead(card)}
          score={own ? null : card.compatibilityScore}
        />
      </div>
      {own ?? <DecisionActions name={name} page={page} />}
      <div className="mt-2 flex items-center">
        <p className="mr-3 min-w-0 flex-1 text-balance">
          {describeCard(card, unit)}
          {hasTown || !card.location ? null : (
            <>
              {" · "}
              <Link to={profilePath("profile")} className="link">
                {t("Add your town to see distances")}
              </Link>
            </>
          )}
        </p>
        {card.isNewHere ? <Badge tone="yellow">{t("New here")}</Badge> : null}
        {card.isPhotoChecked ? <Badge tone="green">{t("Photo checked")}</Badge> : null}
        {mutual ? <Badge tone="green">{t("Mutual")}</Badge> : null}
        {menu}
      </div>
      <VerifiedListenerBadge
        listener={card.verifiedListener ? describeListener(card.verifiedListener) : ""}
      />
      <TripLine trip={card.trip ? describeTrip(card.trip) : ""} />
      <SharedShowLine show={card.sharedShow ?? null} />
      {own ? null : <WhyLink memberId={card.id} name={name} score={card.compatibilityScore} />}
    </>
  );
}

/** Gender, place and distance, as far as they are known. */
function describeCard({ wishes, location, distance }: MemberCardDto, unit: DistanceUnit): string {
  const facts = [
    wishes && describeGender(wishes),
    location ?? t("Location unknown"),
    distance && describeDistance({ distance, location }, unit),
  ];
  return facts.filter(Boolean).join(" · ");
}

function Photos({
  name,
  page: { card, photos, canSendNote },
  isOwn,
}: {
  name: string;
  page: Pick<PosterPage, "card" | "photos" | "canSendNote">;
  isOwn: boolean;
}) {
  const shown = photos.map(({ id, photoUrl, photoFocus }, index) => ({
    face: { url: photoUrl, focus: photoFocus },
    to: isOwn ? undefined : memberPhotoPath(card.id, id),
    button: canSendNote ? (
      <LikeThis
        memberId={card.id}
        quote={{ type: "photo", photoId: id }}
        about={photos.length === 1 ? t("Their photo") : t("Photo {number}", { number: index + 1 })}
      />
    ) : isOwn ? (
      <PhotoPencil />
    ) : null,
  }));
  const drawn = { face: cardFace(card), button: isOwn ? <PhotoPencil /> : null };
  return <PhotoStrip name={name} photos={shown.length ? shown : [drawn]} />;
}

function PhotoPencil() {
  return <IconLink to={PHOTOS_PATH} name={t("Edit your photos")} icon="edit" variant="quiet" />;
}

/** States the viewer's decision and offers the other ones. */
function DecisionActions({
  name,
  page: { card, liked, mutual, isConnected, conversationId },
}: {
  name: string;
  page: Pick<PosterPage, "card" | "liked" | "mutual" | "isConnected" | "conversationId">;
}) {
  const memberId = card.id;
  const fetcher = useFetcher({ key: `decide-${memberId}` });
  const saving = fetcher.state !== "idle";
  const state = useFocusOnChange<HTMLDivElement>(`${liked} ${mutual}`);
  const decided =
    liked === null
      ? null
      : endSentence(liked ? t("You liked {name}", { name }) : t("You passed on {name}", { name }));
  // Unmatch, in the menu, ends a match or a conversation, and asks first.
  const canPass = !isConnected && liked !== false;
  const canLike = !liked;
  return (
    <div ref={state} tabIndex={-1} className="mt-4">
      {decided && !mutual ? (
        <div className="mb-2 flex flex-wrap items-center justify-between">
          <p className="mr-3">
            {decided} {liked ? t(LIKE_WAITS) : null}
          </p>
          {conversationId ? null : (
            <PostButton
              to={`/members/${memberId}/undo`}
              icon="undo"
              aria-label={liked ? t("Undo liking {name}", { name }) : t("Undo passing on {name}", { name })}
            >
              {t("Undo")}
            </PostButton>
          )}
        </div>
      ) : null}
      {liked || conversationId ? (
        <StartConversationButton {...{ memberId, name, mutual, conversationId }} />
      ) : null}
      {mutual ? (
        <p className="mt-2">
          <Trans
            text="You and {name} liked each other. <link>Your mixtape card</link>"
            values={{ name }}
            tags={{ link: <Link to={`/members/${memberId}/mixtape`} className="link" /> }}
          />
        </p>
      ) : null}
      {canPass || canLike ? (
        <Form fetcher={fetcher} action={`/members/${memberId}/decide`} className="mt-2 flex">
          {canPass ? (
            <Button name="liked" value="false" icon="pass" isPending={saving} className="flex-1">
              {t("Pass", { as: "button" })}
            </Button>
          ) : null}
          {canLike ? (
            <Button
              name="liked"
              value="true"
              variant="primary"
              icon="like"
              isPending={saving}
              className={`flex-1 ${canPass ? "ml-2" : ""}`}
            >
              {t("Like", { as: "button" })}
            </Button>
          ) : null}
        </Form>
      ) : null}
    </div>
  );
}
