// Connecting a music service: by a user name, on a page of its own, or by a link to a profile.
import { useNavigation } from "@remix-run/react";
import type { MusicService } from "db/column-types";
import type { ReactNode } from "react";
import {
  isUsernameService,
  musicServices,
  NOT_SET_UP,
  type UsernameService,
} from "~/integrations/music-service";
import { t } from "~/language/text";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import type { FieldMessages } from "~/refusal";
import { Button, ButtonAnchor } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PeriodField } from "./music-account-actions";

/** Everything that connects a service, or proves the connected account: forms, or links to its page. */
export function Connect({
  service,
  isSetUp,
  isProvable,
  answer,
  username,
}: {
  service: MusicService;
  isSetUp: boolean;
  isProvable: boolean;
  answer?: FormRefusal;
  /** The account that is connected but not proven. */
  username?: string;
}) {
  if (isUsernameService(service)) {
    if (!isSetUp) return <p className="mt-2 text-soft">{t(NOT_SET_UP)}</p>;
    return (
      <>
        {username === undefined ? <ListenerForm service={service} answer={answer} /> : null}
        {isProvable ? <Proof service={service} username={username} answer={answer} /> : null}
      </>
    );
  }
  const { name, consentAt, profile } = musicServices[service];
  if (isSetUp) {
    return (
      <div className="mt-4">
        <ButtonAnchor href={`${MUSIC_ACCOUNTS_PATH}/${service}/start`} icon="connections">
          {t("Connect {name}", { name })}
        </ButtonAnchor>
        <p className="mt-2 small-print">
          {t("Approve access at {place}, then come back here.", { place: consentAt })}
        </p>
      </div>
    );
  }
  return (
    <AccountForm service={service} answer={answer} label={t("Link {name}", { name })}>
      {(fields, idOf) => (
        <Field
          name="username"
          id={idOf("username")}
          label={t("Link to your {name} profile", { name })}
          hint={t(profile.hint)}
          aria-required
          inputMode="url"
          defaultValue={answer?.typed?.username}
          error={fields.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </AccountForm>
  );
}

type AccountFormProps<Service extends MusicService = UsernameService> = {
  service: Service;
  answer?: FormRefusal;
};

function ListenerForm({ service, answer }: AccountFormProps) {
  const { name, hasPeriods } = musicServices[service];
  return (
    <AccountForm service={service} answer={answer} label={t("Connect {name}", { name })}>
      {(fields, idOf) => (
        <>
          <Field
            name="username"
            id={idOf("username")}
            label={t("{name} username", { name })}
            aria-required
            defaultValue={answer?.typed?.username}
            error={fields.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {hasPeriods ? (
            <div className="mt-3">
              <PeriodField id={idOf("period")} chosen={answer?.typed?.period} />
            </div>
          ) : null}
        </>
      )}
    </AccountForm>
  );
}

/** Proves that an account is the member's: by a token once it is connected, or on the service's own page. */
function Proof({ service, username, answer }: AccountFormProps & { username?: string }) {
  if (musicServices[service].provesBy === "page")
    return <ProofPage service={service} isConnected={username !== undefined} />;
  return username === undefined ? null : <TokenForm service={service} username={username} answer={answer} />;
}

/** Proves an account that is connected by its name alone. */
function TokenForm({ service, username, answer }: AccountFormProps & { username: string }) {
  const { name } = musicServices[service];
  return (
    <AccountForm service={service} answer={answer} label={t("Verify {name}", { name })}>
      {(fields, idOf) => (
        <>
          <input type="hidden" name="username" value={username} />
          <Field
            name="token"
            id={idOf("token")}
            label={t("User token")}
            type="password"
            hint={t(
              "Proves that the account is yours. It's in your {name} settings; we ask once and don't keep it.",
              { name },
            )}
            error={fields.token}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </AccountForm>
  );
}

/** Proves an account on the service's own page, and connects it. */
function ProofPage({ service, isConnected }: { service: UsernameService; isConnected: boolean }) {
  const { name } = musicServices[service];
  return (
    <div className="mt-4">
      <ButtonAnchor href={`${MUSIC_ACCOUNTS_PATH}/${service}/start`} icon="check">
        {t("Verify {name}", { name })}
      </ButtonAnchor>
      <p className="mt-2 small-print">
        {isConnected
          ? t("Proves that the account is yours. You confirm it at {name}.", { name })
          : t("Or connect and prove that the account is yours. You confirm it at {name}.", { name })}
      </p>
    </div>
  );
}

/**
 * The form of a service that is connected without leaving the page. Its fields have ids of their own, because the page has
 * several such forms.
 */
function AccountForm({
  service,
  answer,
  label,
  children,
}: AccountFormProps<MusicService> & {
  label: string;
  children: (fields: FieldMessages, idOf: (field: string) => string) => ReactNode;
}) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const { state, formData } = useNavigation();
  const idOf = (field: string) => `${service}-${field}`;
  // Enter must work again as soon as the response arrives, even while the page reloads.
  const isSending = state === "submitting" && formData?.get("service") === service;
  const named = Object.fromEntries(Object.entries(fields).map(([field, message]) => [idOf(field), message]));
  return (
    <Form action={MUSIC_ACCOUNTS_PATH} className="mt-4" preventScrollReset onInput={dismiss}>
      <RefusalSummary refusal={isSending || !refusal ? undefined : { ...refusal, fields: named }} />
      <input type="hidden" name="service" value={service} />
      {children(isSending ? {} : fields, idOf)}
      <Button icon="connections" className="mt-3" isPending={isSending}>
        {isSending ? t("Connecting...") : label}
      </Button>
      {isSending && isUsernameService(service) ? (
        <progress
          className="upload-progress"
          aria-label={t("Contacting {name}", { name: musicServices[service].name })}
        />
      ) : null}
    </Form>
  );
}
