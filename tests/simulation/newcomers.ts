// Who may join a small community, what they agree to, and who is told of fraud: the app and a model of it, step by step.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { db } from "db/client.server";
import { member } from "db/schema";
import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { env } from "~/env.server";
import { canSee } from "~/models/access.server";
import { addOperatorInvitations } from "~/models/account/invitation/invitation.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { addMessage } from "~/models/conversation/message.server";
import {
  checkAgreement,
  listDueDocuments,
  saveAgreement,
  showDocuments,
} from "~/models/document/acceptance.server";
import { discover, suggestMembers } from "~/models/match/discover.server";
import { findOrAddMember, type Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { eraseWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { listNotifications } from "~/models/notification/notification.server";
import { removeAnswer, saveAnswer } from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { questionOf } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { decideNewcomers } from "~/models/safety/newcomer/newcomer-outcome.server";
import { refusalIn } from "~/refusal";
import { addModerator, completeMember, makeConversation } from "../cast";
import { decide, report } from "../models/safety/cases";

const KINDS = [
  "join",
  "let-in",
  "refuse",
  "hold",
  "wish",
  "withdraw",
  "publish",
  "accept",
  "answer",
  "talk",
  "ban",
] as const;
/** Names without a taste of their own in the cast, so that all find each other in Discover. */
const NAMES = ["Eve", "Fay", "Gus", "Hal", "Ida", "Jon"];

/** `isSo` says whether somebody joins by approval, wishes with consent, a document asks again, an answer stays,
 * and a ban is told. */
type Step = { kind: (typeof KINDS)[number]; who: number; whom: number; isSo: boolean };

type Person = {
  waits: "no" | "undecided" | "refused";
  hasWishes: boolean;
  hasAnswered: boolean;
  isBanned: boolean;
  accepted: number[];
  talksWith: Set<number>;
  warnings: number;
};

/** The seed's choices. */
export const newcomerScenarios: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    who: fc.nat(NAMES.length - 1),
    whom: fc.nat(NAMES.length - 1),
    isSo: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20, size: "max" },
);

/** Plays a scenario; throws where the app and the model differ. */
export async function playNewcomers(scenario: Step[]) {
  const folder = mkdtempSync(join(tmpdir(), "b-side-newcomers-"));
  const { registration, pagesDir, tellsAboutFraud } = env;
  const world = new World(folder, await addModerator("Mia"));
  try {
    world.publish(false);
    for (const _ of [0, 1, 2]) await world.take({ kind: "join", who: 0, whom: 0, isSo: false });
    await world.take({ kind: "talk", who: 0, whom: 1, isSo: false });
    for (const [index, step] of scenario.entries()) {
      await world.take(step);
      await world.check(`step ${index}: ${JSON.stringify(step)}`);
    }
  } finally {
    Object.assign(env, { registration, pagesDir, tellsAboutFraud });
    rmSync(folder, { recursive: true });
    // By the app, whose index in memory follows.
    for (const { id } of world.members) await deleteAccount(id);
  }
}

class World {
  readonly people: Person[] = [];
  readonly members: Member[] = [];
  version = 0;
  asksAgain = false;

  constructor(
    readonly folder: string,
    readonly moderator: Member,
  ) {}

  /** Takes a step where it makes sense, and compares how it was answered. */
  async take({ kind, who, whom, isSo }: Step) {
    if (kind === "join") return this.join(isSo ? "approval" : "invitation", whom === 0 && who > 0);
    if (kind === "publish") return this.publish(isSo);
    const [one, two] = [who % this.people.length, whom % this.people.length];
    const [me, you] = [this.people[one] as Person, this.people[two] as Person];
    const [{ id }, other] = [this.members[one] as Member, this.members[two] as Member];
    if (me.isBanned) return;
    const isOpen = me.waits === "no" && you.waits === "no" && !you.isBanned && one !== two;
    if (kind === "let-in" || kind === "refuse" || kind === "hold") {
      const statement = "You wrote no answer.";
      const can = { "let-in": me.waits !== "no", refuse: me.waits === "undecided", hold: me.waits === "no" }[
        kind
      ];
      const input = { members: [id], outcome: kind, statement };
      await expectAnswer(can ? "done" : "conflict", () => decideNewcomers(this.moderator.id, input));
      if (can) me.waits = ({ "let-in": "no", refuse: "refused", hold: "undecided" } as const)[kind];
    } else if (kind === "wish") {
      const wishes = wishesInput.parse({ meets: ["woman"], consents: isSo });
      await expectAnswer(isSo || me.hasWishes ? "done" : "invalid", () => saveWishes(id, wishes));
      me.hasWishes ||= isSo;
    } else if (kind === "withdraw") {
      await eraseWishes(id);
      me.hasWishes = false;
    } else if (kind === "accept") {
      if (!this.isDue(me)) return;
      const { versions } = showDocuments(await listDueDocuments(id));
      await saveAgreement(id, { accepts: true, versions, adult: true });
      me.accepted.push(this.version);
    } else if (kind === "answer") {
      const answer = { question: questionOf(dayOf(Date.now())), text: `${NAMES[one]} hums Marquee Moon` };
      await (isSo ? saveAnswer(id, answerInput.parse(answer)) : removeAnswer(id));
      me.hasAnswered = isSo;
    } else if (kind === "talk") {
      if (!isOpen || me.talksWith.has(two)) return;
      const { id: conversation } = await makeConversation(this.members[one] as Member, other);
      await addMessage(id, conversation, { content: "Can you lend me 200 dollars?" });
      me.talksWith.add(two);
      you.talksWith.add(one);
    } else if (isOpen) {
      env.tellsAboutFraud = isSo;
      const caseId = await report(this.members[one] as Member, other, { reason: "scam" });
      await decide(this.moderator, caseId, { kind: "ban", rule: "scam" });
      you.isBanned = true;
      if (isSo) for (const each of you.talksWith) (this.people[each] as Person).warnings++;
    }
  }

  publish(asksAgain: boolean) {
    this.version++;
    this.asksAgain = asksAgain;
    env.pagesDir = mkdtempSync(join(this.folder, "pages-"));
    writeFileSync(
      join(env.pagesDir, "terms.md"),
      `---\nask-again: ${asksAgain}\n---\n\nVersion ${this.version}`,
    );
  }

  private async join(mode: "approval" | "invitation", isUsed: boolean) {
    const firstName = NAMES[this.people.length];
    if (!firstName) return;
    env.registration = mode;
    const [invitation = ""] = await addOperatorInvitations(1);
    const address = randomUUID();
    const come = (name: string) =>
      findOrAddMember(
        {
          firstName: name,
          lastName: "Lovelace",
          email: `${randomUUID()}@example.org`,
          issuer: "https://id.example",
          subject: randomUUID(),
        },
        { address, invitation },
      );
    const joined = await come(firstName);
    this.members.push(await completeMember(joined));
    const waits = mode === "approval" ? "undecided" : "no";
    this.people.push({
      waits,
      hasWishes: false,
      hasAnswered: false,
      isBanned: false,
      accepted: [],
      talksWith: new Set(),
      warnings: 0,
    });
    if (isUsed && mode === "invitation") await expectAnswer("invalid", () => come("Noa"));
  }

  private isDue({ accepted }: Person): boolean {
    return accepted.length === 0 || (this.asksAgain && !accepted.includes(this.version));
  }

  /** Compares what each member finds with what they should. */
  async check(after: string) {
    for (const [who, me] of this.people.entries()) {
      if (me.isBanned) continue;
      const { id } = this.members[who] as Member;
      await checkAgreement(id);
      const [row] = await db.select().from(member).where(eq(member.id, id));
      const { notifications } = await listNotifications(id);
      const found = {
        waits: row?.waitingSince !== null,
        wishes: [row?.meets ?? null, row?.wishesConsent !== null, row?.wishesConsentAt !== null],
        mustAccept: row?.hasAgreementDue,
        warnings: notifications.filter(({ kind }) => kind === "fraud").length,
        seen: me.waits === "no" ? await this.seenBy(id) : [],
        discovered: me.waits === "no" ? await this.discoveredBy(id) : [],
        // The usual filters, and from there to none.
        suggested: me.waits === "no" ? await this.suggestedTo(id) : [],
        answers: me.waits === "no" ? await this.answersTo(this.members[who] as Member) : [],
      };
      const others = [...this.people.entries()].filter(
        ([each, you]) => each !== who && you.waits === "no" && !you.isBanned,
      );
      const names = (chosen: typeof others) => (me.waits === "no" ? chosen.map(([each]) => NAMES[each]) : []);
      // Nobody says a gender, so a member who would like to meet women finds nobody.
      const meets = others.filter(([, you]) => !me.hasWishes && !you.hasWishes);
      const answered = others.filter(
        ([each, you]) => you.hasAnswered && (me.talksWith.has(each) || meets.some(([id]) => id === each)),
      );
      const discovered = names(meets.filter(([each]) => !me.talksWith.has(each)));
      const expected = {
        waits: me.waits !== "no",
        wishes: [me.hasWishes ? ["woman"] : null, me.hasWishes, me.hasWishes],
        mustAccept: this.isDue(me),
        warnings: me.warnings,
        seen: names(others),
        discovered,
        suggested: discovered,
        // Members who talk continue to see each other's messages, whatever they wish.
        answers: me.hasAnswered ? names(answered) : [],
      };
      if (!isDeepStrictEqual(found, expected))
        throw new Error(
          `${NAMES[who]} after ${after}: ${JSON.stringify(found)}, where the model has ${JSON.stringify(expected)}`,
        );
    }
  }

  private async seenBy(id: number): Promise<string[]> {
    const ids = this.members.map((each) => each.id);
    const seen = await db
      .select({ id: member.id })
      .from(member)
      .where(and(canSee(id), inArray(member.id, ids)));
    return this.namesOf(seen.map((each) => each.id));
  }

  private async discoveredBy(id: number): Promise<string[]> {
    const { members } = await discover(id, {});
    return this.namesOf(members.map((each) => Number(each.id)));
  }

  private async suggestedTo(id: number): Promise<string[]> {
    const { members } = await suggestMembers(id, false, NAMES.length);
    return this.namesOf(members.map((each) => Number(each.id)));
  }

  private async answersTo(me: Member): Promise<string[]> {
    const { answers } = await readQuestion(me);
    return this.namesOf(answers.map(({ user }) => Number(user.id)));
  }

  private namesOf(ids: number[]): string[] {
    return this.members.filter(({ id }) => ids.includes(id)).map(({ firstName }) => firstName);
  }
}

async function expectAnswer(expected: string, act: () => Promise<unknown>) {
  const answer = await act().then(
    () => "done",
    (error) => {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return refusal.code;
    },
  );
  if (answer !== expected) throw new Error(`It answers ${answer} instead of ${expected}.`);
}
