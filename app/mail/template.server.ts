// The text of each mail, as plain text and HTML.

import type { MailContent, SignInChange } from "db/column-types";
import { COMMUNITY_COLOR, COMMUNITY_NAME } from "~/community";
import { APPEAL_DAYS, LINK_HOURS, RESET_MINUTES, UNDO_DAYS } from "~/durations";
import { env } from "~/env.server";
import { currentLanguage } from "~/language/current";
import { dateFormat } from "~/language/intl";
import { type Message, msg, t } from "~/language/text";
import { EXPORT_PATH } from "~/models/account/export/export";
import { describeEnd, describeErasure } from "~/models/community/ending";
import { accentsOf } from "~/models/community/palette";
import { listDocumentLinks } from "~/models/document/documents.server";
import { noticePath, noticeStatuses } from "~/models/safety/notice/notice";
import { keyOf } from "~/models/safety/notice/notice-key.server";

/** The colors of links and buttons, on light and on dark paper. */
const accents = readAccents(COMMUNITY_COLOR);

function readAccents(color: string | undefined) {
  if (!color) return { light: "#a3262a", dark: "#f08a86", fill: "#a3262a", onFill: "#ffffff" };
  const { light, dark } = accentsOf(color);
  return { light: light.accent, dark: dark.accent, fill: light.fill, onFill: light.onFill };
}

type Button = { label: string; path: string };
/** `before` and `after` are paragraphs around the button. */
type Letter = { subject: string; before: string[]; button: Button; after: string[] };

const NOT_YOU = msg("If you didn't ask for this, you can ignore this email.");

const dateTime = dateFormat({
  dateStyle: "medium",
  timeStyle: "short",
});

const wordings: { [Kind in MailContent["kind"]]: (content: Extract<MailContent, { kind: Kind }>) => Letter } =
  {
    "sign-up": ({ token, interaction }) => ({
      subject: t("Finish signing up for {community}", { community: COMMUNITY_NAME }),
      before: [t("You're almost there. Open this link to create your account.")],
      button: {
        label: t("Create My Account"),
        path: withToken(`/oidc/interaction/${interaction}/create`, token),
      },
      after: [linkHours(), t(NOT_YOU)],
    }),
    known: () => ({
      subject: t("You already have a {community} account", { community: COMMUNITY_NAME }),
      before: [
        t("Someone entered your email address on {community}, where you already have an account.", {
          community: COMMUNITY_NAME,
        }),
        t("If that was you, sign in. Forgot your password? Choose a new one: {url}", {
          url: `${env.origin}/forgot-password`,
        }),
      ],
      button: { label: t("Sign In"), path: "/api/login" },
      after: [t(NOT_YOU)],
    }),
    unknown: () => {
      throw new Error("This mail is never sent");
    },
    reset: ({ token }) => ({
      subject: t("Choose a new password for {community}", { community: COMMUNITY_NAME }),
      before: [t("Forgot your password? Open this link to choose a new one.")],
      button: { label: t("Choose a New Password"), path: withToken("/reset-password", token) },
      after: [
        t("The link works once and expires in {minutes} minutes.", { minutes: RESET_MINUTES }),
        t("If you didn't ask for this, you can ignore this email. Your password stays as it is."),
      ],
    }),
    confirm: ({ token }) => ({
      subject: t("Confirm your email address for {community}", { community: COMMUNITY_NAME }),
      before: [t("Open this link to confirm that this is your email address.")],
      button: { label: t("Confirm Email"), path: withToken("/confirm-email", token) },
      after: [linkHours(), t(NOT_YOU)],
    }),
    change: ({ token }) => ({
      subject: t("Confirm your new email address for {community}", { community: COMMUNITY_NAME }),
      before: [
        t("Open this link to use this email address for your {community} account.", {
          community: COMMUNITY_NAME,
        }),
      ],
      button: { label: t("Confirm Email"), path: withToken("/confirm-email", token) },
      after: [
        t("The link works for {hours} hours. Your old address stays in use until you confirm the new one.", {
          hours: LINK_HOURS,
        }),
        t(NOT_YOU),
      ],
    }),
    changed: ({ email, token }) => ({
      subject: t("Your {community} email address was changed", { community: COMMUNITY_NAME }),
      before: [
        t("Your {community} account now uses {email}.", { community: COMMUNITY_NAME, email }),
        t(
          "If you changed it, you don't need to do anything. If you didn't, open this link to take your account back and choose a new password.",
        ),
      ],
      button: { label: t("Take My Account Back"), path: withToken("/restore-email", token) },
      after: [t("The link works for {days} days.", { days: UNDO_DAYS })],
    }),
    restored: ({ email }) => ({
      subject: t("Your {community} email address was changed back", { community: COMMUNITY_NAME }),
      before: [
        t(
          "Your {community} account uses {email} again: someone opened the link that we sent there when the address was changed.",
          { community: COMMUNITY_NAME, email },
        ),
        t("If this was you, you don't need to do anything. If not, ask whoever runs this site for help."),
      ],
      button: { label: t("Get Help"), path: "/help" },
      after: [],
    }),
    "let-in": () => ({
      subject: t("Welcome to {community}", { community: COMMUNITY_NAME }),
      before: [t("You've been let in. Your profile is visible now, and you can start discovering people.")],
      button: { label: t("Open {community}", { community: COMMUNITY_NAME }), path: "/discover" },
      after: [],
    }),
    refused: ({ statement, until }) => ({
      subject: t("You can't join {community}", { community: COMMUNITY_NAME }),
      before: [
        t("A moderator looked at your account and didn't let you in. They wrote:"),
        statement,
        t(
          "Your account and everything in it will be deleted on {date} UTC. Until then you can download your data.",
          { date: dateTime.format(until) },
        ),
      ],
      button: { label: t("Download Your Data"), path: "/settings/export" },
      after: [],
    }),
    "waiting-cases": ({ waiting }) => ({
      subject: t("Reports are waiting for you on {community}", { community: COMMUNITY_NAME }),
      before: [
        t(
          "{waiting, plural, one {# case has} other {# cases have}} been open for more than a day. Someone may be waiting for help.",
          { waiting },
        ),
      ],
      button: { label: t("Open Moderation"), path: "/moderation" },
      after: [
        t("You get this email once a day at most, because you moderate {community}.", {
          community: COMMUNITY_NAME,
        }),
      ],
    }),
    ending: ({ ending }) => ({
      subject: describeEnd(ending).replace(/\.$/, ""),
      before: [describeEnd(ending), describeErasure(ending)],
      button: { label: t("Download Your Data"), path: EXPORT_PATH },
      after: [t("Nobody can join after that day, and nothing can be changed.")],
    }),
    "plan-home": ({ token }) => ({
      subject: t("Home safe?"),
      before: [
        t(
          "You wanted us to ask. Open this link and press the button, and your friend sees that you're home.",
        ),
      ],
      button: { label: t("I'm Home"), path: withToken("/home-safe", token) },
      after: [t("Your friend sees “No answer yet” until then. We don't tell anyone else.")],
    }),
    "notice-confirm": ({ noticeId }) => ({
      subject: t("Confirm your notice to {community}", { community: COMMUNITY_NAME }),
      before: [
        t("You asked us to look at something on {community}. Open this link to confirm that it was you.", {
          community: COMMUNITY_NAME,
        }),
      ],
      button: { label: t("Confirm My Notice"), path: noticePath(keyOf(noticeId)) },
      after: [t("Confirm it within {hours} hours.", { hours: LINK_HOURS }), t(NOT_YOU)],
    }),
    "notice-received": ({ noticeId }) => ({
      subject: t("We received your notice"),
      before: [t("Thank you. A person will look at it, and we'll email you the decision with the reasons.")],
      button: { label: t("View My Notice"), path: noticePath(keyOf(noticeId)) },
      after: [t("Keep this link to yourself: whoever has it can read your notice.")],
    }),
    "notice-decided": ({ noticeId, outcome, reply }) => ({
      subject: t("We've decided about your notice"),
      before: [t(noticeStatuses[outcome].sentence), ...(reply ? [reply] : [])],
      button: { label: t("View the Decision"), path: noticePath(keyOf(noticeId)) },
      after: [
        t("If you disagree, you can object there once, within {days} days.", {
          days: APPEAL_DAYS,
        }),
      ],
    }),
    deleted: ({ browser, at, until }) => ({
      subject: t("Your {community} account was deleted", { community: COMMUNITY_NAME }),
      before: [
        t("Your account was deleted: {browser}, {date} UTC.", { browser, date: dateTime.format(at) }),
        t(
          "Changed your mind, or wasn't it you? Sign in before {date} UTC to restore it. If it wasn't you, choose a new password first: {url}",
          { date: dateTime.format(until), url: `${env.origin}/forgot-password` },
        ),
      ],
      button: { label: t("Sign In"), path: "/api/login" },
      after: [],
    }),
    "sign-in": ({ browser, at }) => ({
      subject: t("New sign-in to your {community} account", { community: COMMUNITY_NAME }),
      before: [
        t("New sign-in to your account: {browser}, {date} UTC.", {
          browser,
          date: dateTime.format(at),
        }),
        t(
          "If this was you, you don't need to do anything. If not, choose a new password. That signs out every browser.",
        ),
      ],
      button: { label: t("Choose a New Password"), path: "/forgot-password" },
      after: [],
    }),
    "sign-in-changed": ({ change, browser, at, token, removed }) => ({
      subject: t(signInChanges[change].subject),
      before: [
        t("{sentence} ({browser}, {date} UTC).", {
          sentence: signInChanges[change].sentence,
          browser,
          date: dateTime.format(at),
        }),
        ...(removed ? [t("This also removed what was set up for signing in: {removed}.", { removed })] : []),
        t(
          "If this was you, you don't need to do anything. If not, open this link to undo it and choose a new password. That signs out every browser.",
        ),
      ],
      button: { label: t("Undo This"), path: withToken("/restore-email", token) },
      after: [t("The link works for {days} days.", { days: UNDO_DAYS })],
    }),
    digest: ({ lines, token }) => ({
      subject:
        lines.length === 1
          ? t("{news} on {community}", { news: lines[0] ?? "", community: COMMUNITY_NAME })
          : t("What's new for you on {community}", { community: COMMUNITY_NAME }),
      before: [t("While you were away:"), lines.map((line) => `- ${line}`).join("\n")],
      button: { label: t("See What's New"), path: "/notifications" },
      after: [
        t("Choose what we email you about: {url}", { url: `${env.origin}/settings/notifications` }),
        t("Stop these emails: {url}", { url: unsubscribeUrl(token) }),
      ],
    }),
    "password-changed": ({ browser, at }) => ({
      subject: t("Your {community} password was changed", { community: COMMUNITY_NAME }),
      before: [
        t("Your password was changed: {browser}, {date} UTC.", {
          browser,
          date: dateTime.format(at),
        }),
        t(
          "If this was you, you don't need to do anything. If not, choose a new one. That signs out every browser.",
        ),
      ],
      button: { label: t("Choose a New Password"), path: "/forgot-password" },
      after: [],
    }),
  };

const signInChanges: Record<SignInChange, { subject: Message; sentence: Message }> = {
  "password-changed": {
    subject: msg("Your {community} password was changed", { community: COMMUNITY_NAME }),
    sentence: msg("The password of your account was changed"),
  },
  "password-reset": {
    subject: msg("Your {community} password was changed", { community: COMMUNITY_NAME }),
    sentence: msg("Someone who couldn't sign in chose a new password for your account"),
  },
  "email-change-requested": {
    subject: msg("Someone asked to change your {community} email address", { community: COMMUNITY_NAME }),
    sentence: msg("Someone who is signed in to your account asked to use another email address for it"),
  },
  "passkey-added": {
    subject: msg("A passkey was added to your {community} account", { community: COMMUNITY_NAME }),
    sentence: msg("A passkey that can sign in was added to your account"),
  },
  "passkey-removed": {
    subject: msg("A passkey was removed from your {community} account", { community: COMMUNITY_NAME }),
    sentence: msg("A passkey was removed from your account"),
  },
  "authenticator-added": {
    subject: msg("An authenticator app was added to your {community} account", { community: COMMUNITY_NAME }),
    sentence: msg("Signing in to your account now asks for a code from an authenticator app"),
  },
  "authenticator-removed": {
    subject: msg("The authenticator app of your {community} account was removed", {
      community: COMMUNITY_NAME,
    }),
    sentence: msg("Signing in to your account no longer asks for a code from an authenticator app"),
  },
  "sessions-ended": {
    subject: msg("Your {community} account was signed out in other browsers", { community: COMMUNITY_NAME }),
    sentence: msg(
      "Your account was signed out in all other browsers, and what they had set up for signing in within the past {days} days was removed",
      { days: UNDO_DAYS },
    ),
  },
  "recovery-codes-created": {
    subject: msg("New recovery codes for your {community} account", { community: COMMUNITY_NAME }),
    sentence: msg("New recovery codes were created for your account, and any earlier ones no longer work"),
  },
};

/** The page that ends digests. */
export function unsubscribeUrl(token: string): string {
  return env.origin + withToken("/unsubscribe", token);
}

function linkHours(): string {
  return t("The link works for {hours} hours.", { hours: LINK_HOURS });
}

function withToken(path: string, token: string) {
  return `${path}?token=${token}`;
}

/** A mail's subject and its two versions. */
export function composeMail(content: MailContent): { subject: string; text: string; html: string } {
  const toLetter = wordings[content.kind] as (content: MailContent) => Letter;
  const { subject, before, button, after } = toLetter(content);
  const url = env.origin + button.path;
  const documents = listDocumentLinks().map(({ title, path }) => `${title}: ${env.origin}${path}`);
  const signature = [COMMUNITY_NAME, env.origin, ...documents].join("\n");
  const text = [t("Hello,"), ...before, url, ...after, signature].join("\n\n");
  const html = toHtml(subject, before, { ...button, url }, [...after, ...documents]);
  return { subject, text: `${text}\n`, html };
}

function toHtml(subject: string, before: string[], button: { label: string; url: string }, after: string[]) {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text)
      .replace(
        /https?:\/\/[^\s<]+/g,
        (url) => `<a href="${url}" class="link" style="color:${accents.light}">${url}</a>`,
      )
      .replace(/\n/g, "<br>")}</p>`;
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #16130f !important; color: #f3ead9 !important }
  .link { color: ${accents.dark} !important }
  .button { background: ${accents.dark} !important; color: #16130f !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f7f1e4;color:#211c16;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${escapeHtml(COMMUNITY_NAME)}</p>
${[t("Hello,"), ...before].map(paragraph).join("\n")}
<p style="margin:0 0 16px"><a href="${escapeHtml(button.url)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accents.fill};color:${accents.onFill};font-weight:bold;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(t("If the button doesn't work, paste this link into your browser: {url}", { url: button.url }))}</p>
${after.map(paragraph).join("\n")}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
