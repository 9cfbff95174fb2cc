// What each mail says, as plain text and HTML.

import type { MailContent, SignInChange } from "db/column-types";
import { COMMUNITY_COLOR, COMMUNITY_NAME } from "~/community";
import { APPEAL_DAYS, LINK_HOURS, RESET_MINUTES, UNDO_DAYS } from "~/durations";
import { env } from "~/env.server";
import { currentLanguage } from "~/language/current";
import { dateFormat } from "~/language/intl";
import { msg, t } from "~/language/text";
import { EXPORT_PATH } from "~/models/account/export/export";
import { describeEnd, describeErasure } from "~/models/community/ending";
import { accentsOf } from "~/models/community/palette";
import { listDocumentLinks } from "~/models/document/documents.server";
import { noticePath, noticeStatuses } from "~/models/safety/notice/notice";
import { keyOf } from "~/models/safety/notice/notice-key.server";

/** Of links and buttons, on light and on dark paper. */
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
      subject: `You already have a ${COMMUNITY_NAME} account`,
      before: [
        `Someone entered your email address on ${COMMUNITY_NAME}, where you already have an account.`,
        `If that was you, sign in. Forgot your password? Choose a new one: ${env.origin}/forgot-password`,
      ],
      button: { label: "Sign In", path: "/api/login" },
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
      subject: `Confirm your email address for ${COMMUNITY_NAME}`,
      before: ["Open this link to confirm that this is your email address."],
      button: { label: "Confirm Email", path: withToken("/confirm-email", token) },
      after: [linkHours(), t(NOT_YOU)],
    }),
    change: ({ token }) => ({
      subject: `Confirm your new email address for ${COMMUNITY_NAME}`,
      before: [`Open this link to use this email address for your ${COMMUNITY_NAME} account.`],
      button: { label: "Confirm Email", path: withToken("/confirm-email", token) },
      after: [
        `The link works for ${LINK_HOURS} hours. Your old address stays in use until you confirm the new one.`,
        t(NOT_YOU),
      ],
    }),
    changed: ({ email, token }) => ({
      subject: `Your ${COMMUNITY_NAME} email address was changed`,
      before: [
        `Your ${COMMUNITY_NAME} account now uses ${email}.`,
        "If you changed it, you don't need to do anything. If you didn't, open this link to take your account back and choose a new password.",
      ],
      button: { label: "Take My Account Back", path: withToken("/restore-email", token) },
      after: [`The link works for ${UNDO_DAYS} days.`],
    }),
    restored: ({ email }) => ({
      subject: `Your ${COMMUNITY_NAME} email address was changed back`,
      before: [
        `Your ${COMMUNITY_NAME} account uses ${email} again: someone opened the link that we sent there when the address was changed.`,
        "If this was you, you don't need to do anything. If not, ask whoever runs this site for help.",
      ],
      button: { label: "Get Help", path: "/help" },
      after: [],
    }),
    "let-in": () => ({
      subject: `Welcome to ${COMMUNITY_NAME}`,
      before: ["You've been let in. Your profile is visible now, and you can start discovering people."],
      button: { label: `Open ${COMMUNITY_NAME}`, path: "/discover" },
      after: [],
    }),
    refused: ({ statement, until }) => ({
      subject: `You can't join ${COMMUNITY_NAME}`,
      before: [
        "A moderator looked at your account and didn't let you in. They wrote:",
        statement,
        `Your account and everything in it will be deleted on ${dateTime.format(until)} UTC. Until then you can download your data.`,
      ],
      button: { label: "Download Your Data", path: "/settings/export" },
      after: [],
    }),
    "waiting-cases": ({ waiting }) => ({
      subject: `Reports are waiting for you on ${COMMUNITY_NAME}`,
      before: [
        `${waiting === 1 ? "1 case has" : `${waiting} cases have`} been open for more than a day. Someone may be waiting for help.`,
      ],
      button: { label: "Open Moderation", path: "/moderation" },
      after: [`You get this email once a day at most, because you moderate ${COMMUNITY_NAME}.`],
    }),
    ending: ({ ending }) => ({
      subject: describeEnd(ending).replace(/\.$/, ""),
      before: [describeEnd(ending), describeErasure(ending)],
      button: { label: "Download Your Data", path: EXPORT_PATH },
      after: ["Nobody can join after that day, and nothing can be changed."],
    }),
    "plan-home": ({ token }) => ({
      subject: "Home safe?",
      before: [
        "You wanted us to ask. Open this link and press the button, and your friend sees that you're home.",
      ],
      button: { label: "I'm Home", path: withToken("/home-safe", token) },
      after: ["Your friend sees “No answer yet” until then. We don't tell anyone else."],
    }),
    "notice-confirm": ({ noticeId }) => ({
      subject: `Confirm your notice to ${COMMUNITY_NAME}`,
      before: [
        `You asked us to look at something on ${COMMUNITY_NAME}. Open this link to confirm that it was you.`,
      ],
      button: { label: "Confirm My Notice", path: noticePath(keyOf(noticeId)) },
      after: [`Confirm it within ${LINK_HOURS} hours.`, t(NOT_YOU)],
    }),
    "notice-received": ({ noticeId }) => ({
      subject: "We received your notice",
      before: ["Thank you. A person will look at it, and we'll email you the decision with the reasons."],
      button: { label: "View My Notice", path: noticePath(keyOf(noticeId)) },
      after: ["Keep this link to yourself: whoever has it can read your notice."],
    }),
    "notice-decided": ({ noticeId, outcome, reply }) => ({
      subject: "We've decided about your notice",
      before: [t(noticeStatuses[outcome].sentence), ...(reply ? [reply] : [])],
      button: { label: "View the Decision", path: noticePath(keyOf(noticeId)) },
      after: [`If you disagree, you can object there once, within ${APPEAL_DAYS} days.`],
    }),
    deleted: ({ browser, at, until }) => ({
      subject: `Your ${COMMUNITY_NAME} account was deleted`,
      before: [
        `Your account was deleted: ${browser}, ${dateTime.format(at)} UTC.`,
        `Changed your mind, or wasn't it you? Sign in before ${dateTime.format(until)} UTC to restore it. If it wasn't you, choose a new password first: ${env.origin}/forgot-password`,
      ],
      button: { label: "Sign In", path: "/api/login" },
      after: [],
    }),
    "sign-in": ({ browser, at }) => ({
      subject: `New sign-in to your ${COMMUNITY_NAME} account`,
      before: [
        `New sign-in to your account: ${browser}, ${dateTime.format(at)} UTC.`,
        "If this was you, you don't need to do anything. If not, choose a new password. That signs out every browser.",
      ],
      button: { label: "Choose a New Password", path: "/forgot-password" },
      after: [],
    }),
    "sign-in-changed": ({ change, browser, at, token, removed }) => ({
      subject: signInChanges[change].subject,
      before: [
        `${signInChanges[change].sentence} (${browser}, ${dateTime.format(at)} UTC).`,
        ...(removed ? [`This also removed what was set up for signing in: ${removed}.`] : []),
        "If this was you, you don't need to do anything. If not, open this link to undo it and choose a new password. That signs out every browser.",
      ],
      button: { label: "Undo This", path: withToken("/restore-email", token) },
      after: [`The link works for ${UNDO_DAYS} days.`],
    }),
    digest: ({ lines, token }) => ({
      subject:
        lines.length === 1 ? `${lines[0]} on ${COMMUNITY_NAME}` : `What's new for you on ${COMMUNITY_NAME}`,
      before: ["While you were away:", lines.map((line) => `- ${line}`).join("\n")],
      button: { label: "See What's New", path: "/notifications" },
      after: [
        `Choose what we email you about: ${env.origin}/settings/notifications`,
        `Stop these emails: ${unsubscribeUrl(token)}`,
      ],
    }),
    "password-changed": ({ browser, at }) => ({
      subject: `Your ${COMMUNITY_NAME} password was changed`,
      before: [
        `Your password was changed: ${browser}, ${dateTime.format(at)} UTC.`,
        "If this was you, you don't need to do anything. If not, choose a new one. That signs out every browser.",
      ],
      button: { label: "Choose a New Password", path: "/forgot-password" },
      after: [],
    }),
  };

const signInChanges: Record<SignInChange, { subject: string; sentence: string }> = {
  "password-changed": {
    subject: `Your ${COMMUNITY_NAME} password was changed`,
    sentence: "The password of your account was changed",
  },
  "password-reset": {
    subject: `Your ${COMMUNITY_NAME} password was changed`,
    sentence: "Someone who couldn't sign in chose a new password for your account",
  },
  "email-change-requested": {
    subject: `Someone asked to change your ${COMMUNITY_NAME} email address`,
    sentence: "Someone who is signed in to your account asked to use another email address for it",
  },
  "passkey-added": {
    subject: `A passkey was added to your ${COMMUNITY_NAME} account`,
    sentence: "A passkey that can sign in was added to your account",
  },
  "passkey-removed": {
    subject: `A passkey was removed from your ${COMMUNITY_NAME} account`,
    sentence: "A passkey was removed from your account",
  },
  "authenticator-added": {
    subject: `An authenticator app was added to your ${COMMUNITY_NAME} account`,
    sentence: "Signing in to your account now asks for a code from an authenticator app",
  },
  "authenticator-removed": {
    subject: `The authenticator app of your ${COMMUNITY_NAME} account was removed`,
    sentence: "Signing in to your account no longer asks for a code from an authenticator app",
  },
  "sessions-ended": {
    subject: `Your ${COMMUNITY_NAME} account was signed out in other browsers`,
    sentence: `Your account was signed out in all other browsers, and what they had set up for signing in within the past ${UNDO_DAYS} days was removed`,
  },
  "recovery-codes-created": {
    subject: `New recovery codes for your ${COMMUNITY_NAME} account`,
    sentence: "New recovery codes were created for your account, and any earlier ones no longer work",
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
