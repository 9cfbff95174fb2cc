import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { NEW_DAYS } from "~/durations";
import { BasicCheckbox, BasicForm, BasicRadioGroup, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { goingViewers, PRIVACY_PATH, privacySavedMessage } from "~/models/account/privacy";
import { readPrivacy, savePrivacy } from "~/models/account/privacy.server";
import { privacyInput } from "~/models/account/privacy-schema";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Privacy · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readPrivacy(await requireMember(request));
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: privacyInput, page: PRIVACY_PATH }, async (member, input) => {
    await savePrivacy(member.id, input);
    return { flash: privacySavedMessage };
  });
}

export default function Privacy() {
  const saved = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Privacy")}
        back={BACK_TO_SETTINGS}
        text={t(
          "What people you chat with, people you could meet and other sites can see. Message requests never show what you've seen.",
        )}
      />
      <Card>
        <BasicForm id="privacy" schema={fetchSchema} defaults={saved}>
          <BasicCheckbox
            name="showsSeen"
            label={t("Show when I've seen messages")}
            hint={t("If you turn this off, you won't see when others have seen yours.")}
          />
          <BasicCheckbox
            name="showsTyping"
            label={t("Show when I'm typing")}
            hint={t("If you turn this off, you won't see when others are typing.")}
          />
          <BasicCheckbox
            name="playsYoutube"
            label={t("Always play YouTube videos in chats")}
            hint={t(
              "YouTube will see your IP address and may set cookies. If this is off, you're asked each time.",
            )}
          />
          <BasicCheckbox
            name="playsSpotify"
            label={t("Always play Spotify links in chats")}
            hint={t(
              "Spotify will see your IP address and may set cookies. If this is off, you're asked each time.",
            )}
          />
          <BasicCheckbox
            name="opensPhotos"
            label={t("Show photos in conversations without asking")}
            hint={t("If this is off, photos people send you stay covered until you press Show Photo.")}
          />
          <BasicCheckbox
            name="showsNew"
            label={t("Say I'm new here")}
            hint={t("For your first {days} days, your card says “New here”.", { days: NEW_DAYS })}
          />
          <BasicRadioGroup name="showsGoing" legend={t("Show where I'm going")} labels={goingViewers} />
          <BasicSubmit pending={t("Saving...")}>{t("Save")}</BasicSubmit>
        </BasicForm>
      </Card>
    </div>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/privacy-schema")).privacyInput;
}
