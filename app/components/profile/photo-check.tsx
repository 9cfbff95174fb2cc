// A member's photo check: how it works, the pose with the form for the photo, and the outcome of the last one.
import { useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { PHOTOS_PATH } from "~/models/member/profile";
import type { PhotoCheckState } from "~/models/picture/photo-check";
import { validateFiles } from "~/models/picture/upload";
import { Button, ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";

/** Posts to its own page. */
export function PhotoCheck({ state, answer }: { state: PhotoCheckState; answer: FormRefusal | undefined }) {
  const current = useFocusOnChange<HTMLDivElement>(state.step);
  const step = (
    <div ref={current} tabIndex={-1}>
      <Step state={state} answer={answer} />
    </div>
  );
  const isNew = state.step === "no-photo" || (state.step === "ask" && !state.refused);
  return (
    <div className="stack">
      {isNew ? null : step}
      <Card title={t("How It Works")}>
        <ul className="tips">
          <li>{t("You get a pose and an hour to take a photo of yourself in it.")}</li>
          <li>
            {t(
              "A moderator compares it with your profile photo. Nobody else sees it, and no machine decides.",
            )}
          </li>
          <li>{t("We delete it as soon as they've decided.")}</li>
          <li>
            {t(
              "Your card and page then say “Photo checked”. That's about your profile photo only: it goes when another photo comes first.",
            )}
          </li>
        </ul>
      </Card>
      {isNew ? step : null}
    </div>
  );
}

function Step({ state, answer }: { state: PhotoCheckState; answer: FormRefusal | undefined }) {
  switch (state.step) {
    case "no-photo":
      return (
        <Card title={t("Your Profile Photo")}>
          <p className="mb-3">{t("Add a profile photo first, so that there's something to compare.")}</p>
          <ButtonLink to={PHOTOS_PATH} variant="primary">
            {t("Add a Photo")}
          </ButtonLink>
        </Card>
      );
    case "checked":
      return (
        <Card title={t("Your Profile Photo")}>
          <p className="cluster">
            <Badge tone="green">{t("Photo checked")}</Badge> {t("Others see this on your card and page.")}
          </p>
        </Card>
      );
    case "waiting":
      return (
        <Card title={t("Waiting for a Moderator")}>
          <p className="mb-3">{t("Your photo was sent. We'll let you know what they decide.")}</p>
          <ButtonForm name="withdraw" label={t("Withdraw and Delete It")} />
        </Card>
      );
    case "ask":
      return (
        <Card title={state.refused ? t("Not Checked") : t("Get Checked")}>
          {state.refused ? (
            <p className="mb-3">
              {state.refused.sentence} {state.refused.reason}
            </p>
          ) : null}
          <ButtonForm name="draw" label={state.refused ? t("Try Again") : t("Get a Pose")} />
        </Card>
      );
    case "pose":
      return (
        <Card title={t("Your Pose")}>
          <p className="mb-1 text-xl font-semibold">{state.pose}.</p>
          <p className="mb-3 text-soft">
            <Trans
              text="Keep your face in the middle of the photo. Good until {date}."
              values={{ date: <DateTime at={state.until} as="clock" /> }}
            />
          </p>
          <PhotoForm answer={answer} />
        </Card>
      );
  }
}

function ButtonForm({ name, label }: { name: "draw" | "withdraw"; label: string }) {
  const isPending = useNavigation().state === "submitting";
  return (
    <Form preventScrollReset>
      <Button variant={name === "draw" ? "primary" : undefined} name={name} value="yes" isPending={isPending}>
        {label}
      </Button>
    </Form>
  );
}

function PhotoForm({ answer }: { answer: FormRefusal | undefined }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isPosting = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  return (
    <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
      <RefusalSummary refusal={isPosting ? undefined : refusal} />
      <FileField
        name="file"
        label={t("Photo")}
        required
        capture="user"
        hint={t(
          "Take it now, or choose it: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Location and date are removed.",
        )}
        error={isPosting ? undefined : fields.file}
        check={validateFiles}
        onChoose={dismiss}
      />
      <Button variant="primary" icon="upload" isPending={isPosting}>
        {isPosting ? t("Uploading...") : t("Send to a Moderator")}
      </Button>
      {isPosting ? <UploadProgress sent={sent} /> : null}
    </Form>
  );
}
