// What is kept in every table, in words for members, and what happens to every column: when its member is deleted, in their
// export, and in the evidence of a report.
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { EVIDENCE_DAYS, LINK_HOURS, SIGN_UP_DAYS, STRIKE_DAYS } from "~/durations";
import { type Message, msg } from "~/language/text";
import type * as schema from "./schema";

/**
 * What happens to a column in the rows of a member who is erased: it is emptied or removed, or kept for a while because others
 * or the safety rules need it. "exported": it is in the member's export. "evidence": it is in the snapshot of a report about
 * them. "nobody's": it tells nothing about a member.
 */
type Answer = `${"erased" | "kept"}${"" | " exported"}${"" | " evidence"}` | "nobody's";

/** The parts of the page that says what is kept. */
export type KeptGroupName =
  | "profile"
  | "taste"
  | "answers"
  | "wishes"
  | "settings"
  | "account"
  | "matches"
  | "conversations"
  | "notifications"
  | "collections"
  | "exports"
  | "safety";

/**
 * What members read about a table: what is kept, by title; what stays after their erasure; what an export of the table leaves
 * out; and what a report shows. Ids, order and marks of work in progress need no words.
 */
export type KeptWords = {
  keeps: { [Name in KeptGroupName]?: [title: Message, words: Message][] };
  stays?: Message;
  unexported?: Message;
  evidence?: Message;
};

/** Whatever stays, or is shown by a report, must be said in words. */
type Table<Column extends string> =
  | { columns: Record<Column, "nobody's"> }
  | (KeptWords &
      ({ stays: Message } | { columns: Record<Column, Exclude<Answer, `kept${string}`>> }) &
      ({ evidence: Message } | { columns: Record<Column, Exclude<Answer, `${string}evidence`>> }) & {
        columns: Record<Column, Answer>;
      });

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends SQLiteTable
    ? Name
    : never]: (typeof schema)[Name] extends SQLiteTable ? (typeof schema)[Name]["$inferSelect"] : never;
};

/** Every table of the schema: a table without words, or a column without an answer, doesn't compile. */
export const dataInventory = {
  // Members and what they say about themselves. The row stays for what others keep.
  member: {
    keeps: {
      profile: [
        [
          msg("Profile"),
          msg(
            "your name, age, what you wrote about yourself, answers to prompts, anthem, photos and cover with those that wait for approval, the photo that was compared with you, and your drawn portrait. Your location as you typed it, its town, and the square of the map that the town is in, about 7 miles wide. Your member number, when you joined, and how long and how old a verified listener's history is.",
          ),
        ],
        [
          msg("Age check"),
          msg(
            "that you're 18 or older, whether you said so or proved it, and on which day, without your date of birth. A code made from who you are at the age check, so that nobody proves the age of two accounts.",
          ),
        ],
      ],
      wishes: [
        [
          msg("Your answers"),
          msg(
            "your gender, your own words for it, whom you'd like to meet and of which age, what you're here for, and whether others see this. Which sentence you agreed to, and when; when you first said your gender and when you corrected gender or age.",
          ),
        ],
      ],
      settings: [
        [
          msg("Choices"),
          msg(
            "whether you've paused; whether others see what you've read, that you're typing, your collection, which shows you go to and that you're new here, and until when you are; whether videos, songs and photos show without asking; where you open songs; miles or kilometers.",
          ),
        ],
      ],
      account: [
        [
          msg("Identity"),
          msg(
            "your email address, where you sign in and your account there, the day of your last visit, since when you've been away too long for Discover, and when you deleted your account and it was erased.",
          ),
        ],
      ],
      safety: [
        [
          msg("Your standing"),
          msg(
            "since when you wait to be let in, whether you're hidden from Discover, and whether and until when you're suspended.",
          ),
        ],
      ],
    },
    stays: msg(
      "your member number, when you joined, when you deleted your account and it was erased, and whether you were hidden or suspended",
    ),
    unexported: msg(
      "the square of the map, your drawn portrait, the code of the age check, since when you've been away, when you corrected gender or age, and whether you're hidden or suspended",
    ),
    evidence: msg(
      "your name, age, gender in your own words, town, photos and portrait, and what you wrote in your profile",
    ),
    columns: {
      id: "kept exported",
      issuer: "erased exported",
      subject: "erased exported",
      email: "erased exported",
      firstName: "erased exported evidence",
      lastName: "erased exported evidence",
      bio: "erased exported evidence",
      age: "erased exported evidence",
      location: "erased exported",
      placeName: "erased exported evidence",
      cell: "erased",
      photoId: "erased exported evidence",
      coverId: "erased exported evidence",
      portraitUrl: "erased evidence",
      photoFocus: "erased exported evidence",
      listenerSince: "erased exported",
      listenerPlays: "erased exported",
      checkedPhotoId: "erased exported",
      newUntil: "erased exported",
      showsNew: "erased exported",
      morePhotos: "erased exported evidence",
      anthem: "erased exported evidence",
      prompts: "erased exported evidence",
      pendingPhotoId: "erased exported",
      pendingPhotoFocus: "erased exported",
      pendingCoverId: "erased exported",
      pausedAt: "erased exported",
      deletedAt: "kept",
      purgedAt: "kept",
      hiddenAt: "kept",
      suspendedAt: "kept",
      suspendedUntil: "kept",
      waitingSince: "erased exported",
      hasUnreadSanction: "kept",
      hasAgreementDue: "erased",
      hasReportOutcome: "kept",
      gender: "erased exported",
      genderWords: "erased exported evidence",
      meets: "erased exported",
      meetAgeMin: "erased exported",
      meetAgeMax: "erased exported",
      purpose: "erased exported",
      showsWishes: "erased exported",
      wishesConsent: "erased exported",
      wishesConsentAt: "erased exported",
      genderSaidAt: "erased",
      ageCheck: "erased exported",
      ageCheckedOn: "erased exported",
      ageProof: "erased",
      identityChanges: "erased",
      showsSeen: "erased exported",
      showsTyping: "erased exported",
      showsCollection: "erased exported",
      showsGoing: "erased exported",
      playsYoutube: "erased exported",
      playsSpotify: "erased exported",
      opensPhotos: "erased exported",
      listenService: "erased exported",
      distanceUnit: "erased exported",
      language: "erased exported",
      visitedOn: "erased exported",
      inactiveAt: "erased",
      waitingAskedUntil: "erased",
      createdAt: "kept exported",
      withdrawnAt: "kept",
      unlistedAt: "erased",
    },
  },
  dailyAnswer: {
    keeps: {
      answers: [
        [msg("Answers"), msg("the question, the day, what you wrote, the song you chose, and when.")],
      ],
    },
    evidence: msg("your answers to the question of the day"),
    columns: {
      memberId: "erased",
      day: "erased exported evidence",
      question: "erased exported evidence",
      text: "erased exported evidence",
      song: "erased exported evidence",
      answeredAt: "erased exported",
    },
  },
  invitation: {
    keeps: {
      safety: [
        [
          msg("Invitations, until you or the other delete the account"),
          msg("whom you invited and who invited you, and what you wrote to them."),
        ],
      ],
    },
    unexported: msg("whom you invited and who invited you"),
    evidence: msg("what you wrote in invitations"),
    columns: {
      id: "nobody's",
      inviterId: "erased",
      createdAt: "nobody's",
      expiresAt: "nobody's",
      endedAt: "nobody's",
      usedAt: "nobody's",
      usedBy: "erased",
      word: "erased exported evidence",
    },
  },
  signUp: {
    keeps: {
      safety: [
        [
          msg("The network you joined from, for {days} days", { days: SIGN_UP_DAYS }),
          msg("the first part of the internet address, which many people share, and when you joined."),
        ],
      ],
    },
    columns: { memberId: "erased", network: "erased exported", createdAt: "erased exported" },
  },
  heldNetwork: { columns: { network: "nobody's", expiresAt: "nobody's" } },
  application: {
    keeps: {
      safety: [
        [
          msg("Your request to join, until you delete your account"),
          msg(
            "why you had to be let in, the question and your answer, when you sent it, and when and why you were let in or refused.",
          ),
        ],
      ],
    },
    columns: {
      memberId: "erased",
      cause: "erased exported",
      question: "erased exported",
      answer: "erased exported",
      submittedAt: "erased exported",
      approvedAt: "erased exported",
      refusedAt: "erased exported",
      statement: "erased exported",
      createdAt: "erased exported",
    },
  },
  preferences: {
    keeps: {
      taste: [[msg("Preferences"), msg("your favorite genres, total scrobbles and concerts attended.")]],
    },
    evidence: msg("your favorite genres"),
    columns: {
      memberId: "erased",
      favoriteGenres: "erased exported evidence",
      totalScrobbles: "erased exported",
      concertsAttended: "erased exported",
      updatedAt: "erased",
    },
  },
  memberArtist: {
    keeps: { taste: [[msg("Artists"), msg("your artists, in their order.")]] },
    evidence: msg("your artists"),
    columns: {
      memberId: "erased",
      artistId: "erased",
      position: "erased",
      name: "erased exported evidence",
    },
  },
  /** The key of an artist that nobody else lists. */
  artist: {
    keeps: { taste: [[msg("Rare artists"), msg("the names of artists that nobody else lists.")]] },
    columns: { id: "nobody's", key: "erased", listeners0: "nobody's", listeners1: "nobody's" },
  },
  picture: {
    keeps: {
      profile: [
        [
          msg("Pictures"),
          msg(
            "the ones you uploaded, when, and the release that a cover belongs to. Fingerprints that recognize copies and pictures that look like a removed one, and what an automatic check says of one that waits for approval.",
          ),
        ],
      ],
    },
    unexported: msg("fingerprints of your pictures, and what an automatic check says of them"),
    columns: {
      id: "erased exported",
      ownerId: "erased",
      createdAt: "erased",
      sentAt: "erased",
      madeAt: "erased exported",
      digest: "erased",
      hash: "erased",
      removedAt: "erased",
      heldAt: "erased",
      pendingAt: "erased",
      pendingReason: "erased",
      releaseId: "erased exported",
      noticeId: "erased",
    },
  },
  heldRequest: {
    keeps: {
      conversations: [
        [
          msg("First messages that wait for a moderator"),
          msg(
            "since when one waits, what an automatic check says of it, and when and why a moderator refused it.",
          ),
        ],
      ],
    },
    stays: msg("when a first message was held and refused"),
    columns: {
      conversationId: "kept",
      reason: "erased",
      heldAt: "kept",
      refusedAt: "kept",
      statement: "erased",
    },
  },
  photoCheck: {
    keeps: {
      profile: [
        [
          msg("Your last photo check"),
          msg(
            "the pose, when you got it and sent the photo, and when, how and why it was decided. The photo is for moderators and is deleted once they've decided.",
          ),
        ],
      ],
    },
    unexported: msg("the photo of a photo check"),
    columns: {
      memberId: "erased",
      pose: "erased exported",
      drawnAt: "erased exported",
      pictureId: "erased",
      sentAt: "erased exported",
      decidedAt: "erased exported",
      outcome: "erased exported",
      reason: "erased exported",
    },
  },
  musicAccount: {
    keeps: {
      taste: [
        [
          msg("Connected services"),
          msg(
            "which services, since when and whether you're connected, your name and number there, and the key that the service gave us, encrypted. Whether and when the account was confirmed or proven, and how old and how long its history is. Your plays and top artists there, of which time and when we asked, which artists are new and which were there before, and whether your Total Scrobbles follow it.",
          ),
        ],
      ],
    },
    unexported: msg("the keys that services gave us, and which artists were there before"),
    columns: {
      id: "erased",
      memberId: "erased",
      service: "erased exported",
      serviceUserId: "erased exported",
      serviceUsername: "erased exported",
      isActive: "erased exported",
      isVerified: "erased exported",
      tokens: "erased",
      playCount: "erased exported",
      topArtists: "erased exported",
      period: "erased exported",
      readAt: "erased exported",
      triedAt: "erased",
      provenAt: "erased exported",
      history: "erased exported",
      historyDueAt: "erased",
      weeklyDueAt: "erased",
      weeklyFailures: "erased",
      knownArtists: "erased",
      newArtists: "erased exported",
      followsCount: "erased exported",
      createdAt: "erased exported",
    },
  },
  listeningHistory: {
    keeps: {
      taste: [
        [
          msg("Listening histories you uploaded"),
          msg("the artists counted in the file, how many plays it has, and which service it is from."),
        ],
      ],
    },
    columns: {
      id: "erased",
      memberId: "erased",
      percent: "erased",
      kind: "erased",
      plays: "erased",
      topArtists: "erased",
      encoding: "erased",
      error: "erased",
      renewedAt: "erased",
      finishedAt: "erased",
      createdAt: "erased",
    },
  },

  // Signing in.
  account: {
    keeps: {
      account: [
        [
          msg("Account"),
          msg(
            "your email address and name, a hash of your password, which can't be turned back, and when you signed up and confirmed the address.",
          ),
        ],
      ],
    },
    unexported: msg("the hash of your password"),
    columns: {
      id: "erased exported",
      email: "erased exported",
      passwordHash: "erased",
      firstName: "erased exported",
      lastName: "erased exported",
      emailConfirmedAt: "erased exported",
      credentialsVersion: "erased",
      accepted: "erased",
      invitationId: "erased",
      createdAt: "erased exported",
    },
  },
  acceptance: {
    keeps: {
      account: [
        [msg("Accepted documents"), msg("which documents you accepted, in which version, and when.")],
      ],
    },
    columns: {
      memberId: "erased",
      document: "erased exported",
      version: "erased exported",
      acceptedAt: "erased exported",
    },
  },
  pendingAccount: {
    keeps: {
      account: [
        [
          msg("Sign-ups that weren't confirmed, for {hours} hours", { hours: LINK_HOURS }),
          msg("the email address, the name and a hash of the password."),
        ],
      ],
    },
    columns: {
      id: "erased",
      email: "erased",
      passwordHash: "erased",
      firstName: "erased",
      lastName: "erased",
      interaction: "erased",
      accepted: "erased",
      invitationId: "erased",
      expiresAt: "erased",
      createdAt: "erased",
    },
  },
  recoveryCode: {
    keeps: {
      account: [[msg("Recovery codes"), msg("a hash of each code, when it was made, and when you used it.")]],
    },
    columns: {
      accountId: "erased",
      hash: "erased",
      sessionId: "erased",
      createdAt: "erased",
      usedAt: "erased",
    },
  },
  accountLink: {
    keeps: {
      account: [
        [
          msg("Links we mailed you"),
          msg(
            "the address, what the link is for and can bring back, until when it works, and when it was used.",
          ),
        ],
      ],
    },
    columns: {
      id: "erased",
      accountId: "erased",
      purpose: "erased",
      email: "erased",
      expiresAt: "erased",
      usedAt: "erased",
      signInWays: "erased",
    },
  },
  passkey: {
    keeps: {
      account: [
        [
          msg("Passkeys"),
          msg("the name you gave each, its public key, and when you added and last used it."),
        ],
      ],
    },
    unexported: msg("the public keys of your passkeys"),
    columns: {
      id: "erased",
      accountId: "erased",
      name: "erased exported",
      publicKey: "erased",
      counter: "erased",
      transports: "erased",
      sessionId: "erased",
      createdAt: "erased exported",
      lastUsedAt: "erased exported",
    },
  },
  authenticator: {
    keeps: {
      account: [[msg("Authenticator app"), msg("the secret it shares with us, encrypted, and since when.")]],
    },
    unexported: msg("the secret of your authenticator app"),
    columns: {
      accountId: "erased",
      secret: "erased",
      confirmedAt: "erased exported",
      lastStep: "erased",
      sessionId: "erased",
      createdAt: "erased",
    },
  },
  mail: {
    keeps: { notifications: [[msg("Mail on its way"), msg("the address, and what it says.")]] },
    columns: {
      id: "erased",
      recipient: "erased",
      accountId: "erased",
      content: "erased",
      language: "erased",
      attempts: "erased",
      nextAttemptAt: "erased",
      expiresAt: "erased",
      createdAt: "erased",
    },
  },
  unreachableAddress: {
    keeps: { notifications: [[msg("Addresses that refuse mail"), msg("a hash of the address.")]] },
    columns: { hash: "erased", refusals: "erased", notedAt: "erased" },
  },
  providerRecord: {
    keeps: { account: [[msg("Sign-ins under way"), msg("what a sign-in needs while it lasts.")]] },
    columns: {
      kind: "erased",
      id: "erased",
      payload: "erased",
      grantId: "erased",
      uid: "erased",
      consumedAt: "erased",
      expiresAt: "erased",
    },
  },
  session: {
    keeps: {
      account: [
        [
          msg("Sign-ins"),
          msg(
            "what your browser says it is, when you signed in, when you last proved that it's you, and when the sign-in ends.",
          ),
        ],
      ],
    },
    unexported: msg("when you last proved that it's you"),
    columns: {
      id: "erased",
      memberId: "erased",
      data: "erased",
      userAgent: "erased exported",
      confirmedAt: "erased",
      createdAt: "erased exported",
      expiresAt: "erased exported",
    },
  },
  knownClient: {
    keeps: {
      account: [[msg("Known browsers"), msg("a hash that recognizes a browser, and when it was last used.")]],
    },
    columns: { accountId: "erased", hash: "erased", sessionId: "erased", seenAt: "erased" },
  },
  securityEvent: {
    keeps: {
      account: [
        [
          msg("Account activity"),
          msg(
            "sign-ins from new browsers, changed passwords and the like: what happened, in which browser, and when.",
          ),
        ],
      ],
    },
    columns: {
      id: "erased",
      memberId: "erased",
      kind: "erased exported",
      userAgent: "erased exported",
      createdAt: "erased exported",
    },
  },
  dataExport: {
    keeps: { exports: [[msg("Exports"), msg("the archive, and how far it is.")]] },
    columns: {
      id: "erased",
      memberId: "erased",
      claimedUntil: "erased",
      attempts: "erased",
      done: "erased",
      total: "erased",
      finishedAt: "erased",
      failedAt: "erased",
      bytes: "erased",
      expiresAt: "erased",
      createdAt: "erased",
    },
  },

  // Discover and matches.
  candidate: {
    keeps: {
      wishes: [
        [
          msg("Your place in Discover"),
          msg("your age, genres, wishes and square of the map in a form that can be searched quickly."),
        ],
      ],
    },
    columns: {
      cell: "erased",
      memberId: "erased",
      age: "erased",
      genres: "erased",
      norm0: "erased",
      norm1: "erased",
      wishes: "erased",
      badges: "erased",
      tripCell: "erased",
    },
  },
  candidateChange: {
    keeps: {
      wishes: [
        [
          msg("News for the search"),
          msg(
            "that your place in Discover has changed, in the order of all changes, and for some seconds what it was before, with your artists and the shows you go to.",
          ),
        ],
      ],
    },
    columns: { sequence: "erased", memberId: "erased", before: "erased" },
  },
  alert: {
    keeps: {
      notifications: [
        [
          msg("People you asked about"),
          msg(
            "who you want to be told about: Discover's filters, an artist or a show, since when, and the square of the map around which they live.",
          ),
        ],
      ],
    },
    unexported: msg("the square of the map around which they live"),
    columns: {
      id: "erased",
      memberId: "erased",
      filters: "erased exported",
      artist: "erased exported",
      artistKey: "erased",
      showId: "erased exported",
      cell: "erased",
      createdAt: "erased exported",
    },
  },
  alertHit: {
    keeps: {
      notifications: [
        [
          msg("People you were told about"),
          msg("who you were told about and when, and who you're about to be told about."),
        ],
      ],
    },
    unexported: msg("who you're about to be told about"),
    columns: {
      memberId: "erased",
      foundId: "erased",
      alertId: "erased",
      dueAt: "erased",
      toldAt: "erased exported",
    },
  },
  decision: {
    keeps: { matches: [[msg("Likes and passes"), msg("whom you liked or passed, and when.")]] },
    columns: {
      memberId: "erased",
      targetId: "erased",
      liked: "erased exported",
      decidedAt: "erased exported",
    },
  },
  match: {
    keeps: { matches: [[msg("Matches"), msg("who you matched with, and when.")]] },
    columns: { id: "erased", lowId: "erased", highId: "erased", createdAt: "erased exported" },
  },
  block: {
    keeps: { matches: [[msg("Blocks"), msg("whom you blocked, and when.")]] },
    columns: { memberId: "erased", targetId: "erased", createdAt: "erased exported" },
  },
  endedConnection: {
    keeps: { matches: [[msg("Ended matches"), msg("that you and somebody no longer see each other.")]] },
    columns: { lowId: "erased", highId: "erased", sanctionId: "erased" },
  },
  hiddenBySanction: {
    keeps: {
      matches: [
        [msg("Conversations hidden by a decision"), msg("which conversations a moderator's decision hides.")],
      ],
    },
    stays: msg("which conversations a moderator's decision hides"),
    columns: { subjectId: "kept", sanctionId: "kept" },
  },

  // Chats: the other member keeps the messages.
  conversation: {
    keeps: {
      conversations: [
        [
          msg("Conversations"),
          msg(
            "who is in it, who began it and when, whether and when the request was accepted or declined, when something was last written and by whom, how much is unread, and when it ended or somebody said goodbye.",
          ),
        ],
      ],
    },
    stays: msg(
      "the conversation itself: who was in it and when it began, was accepted or declined, and ended",
    ),
    unexported: msg("when a request was declined, when something was last written, and how much is unread"),
    columns: {
      id: "kept",
      lowId: "kept",
      highId: "kept",
      startedBy: "kept exported",
      acceptedAt: "kept exported",
      declinedAt: "kept",
      lastMessageAt: "kept",
      createdAt: "kept exported",
      endedAt: "kept exported",
      lastSenderId: "erased",
      closedAt: "kept exported",
      closedById: "kept exported",
      lowUnread: "kept",
      highUnread: "kept",
    },
  },
  message: {
    keeps: {
      conversations: [
        [
          msg("Messages"),
          msg(
            "what you wrote, the songs, videos and quotes in it, which message it answers, when you sent, edited or deleted it, and whether it has a link or an address that the recipient is warned about.",
          ),
        ],
      ],
    },
    stays: msg("the messages you sent, without your name"),
    unexported: msg("which message another answers, and the warnings"),
    evidence: msg("messages between you and whoever reported you"),
    columns: {
      sequence: "kept",
      id: "kept evidence",
      conversationId: "kept",
      senderId: "kept exported evidence",
      content: "kept exported evidence",
      messageType: "kept evidence",
      // Without the answers that it quotes from the profile of somebody who is erased.
      metadata: "kept exported evidence",
      createdAt: "kept exported evidence",
      number: "kept",
      editedAt: "kept exported",
      deletedAt: "kept exported",
      quotedId: "kept evidence",
      isFlagged: "kept",
    },
  },
  messageVersion: {
    keeps: { conversations: [[msg("Edited messages"), msg("what a message said before, and until when.")]] },
    evidence: msg("what they said before you edited them"),
    columns: {
      id: "erased",
      messageId: "erased",
      content: "erased exported evidence",
      messageType: "erased",
      metadata: "erased exported evidence",
      replacedAt: "erased exported evidence",
      isFlagged: "erased",
    },
  },
  attachment: {
    keeps: {
      conversations: [
        [
          msg("Photos and voice messages"),
          msg(
            "the files you sent, their length and size, and fingerprints that recognize copies and photos that look like a removed one.",
          ),
        ],
      ],
    },
    unexported: msg("fingerprints of files you sent"),
    columns: {
      id: "erased",
      ownerId: "erased",
      kind: "erased",
      file: "erased exported",
      digest: "erased",
      hash: "erased",
      bytes: "erased",
      // Its message says so in the export.
      width: "erased",
      height: "erased",
      durationMs: "erased",
      createdAt: "erased",
    },
  },
  unindexedMessage: { columns: { sequence: "nobody's" } },
  reaction: {
    keeps: { conversations: [[msg("Reactions"), msg("your reactions.")]] },
    evidence: msg("your reactions"),
    columns: {
      messageId: "erased",
      memberId: "erased",
      kind: "erased exported evidence",
      authorId: "erased",
      isNew: "erased",
    },
  },
  reading: {
    keeps: { conversations: [[msg("What you've read"), msg("how far you've read each conversation.")]] },
    columns: { conversationId: "erased", memberId: "erased", sequence: "erased", seen: "erased" },
  },
  typing: {
    keeps: { conversations: [[msg("Typing, for seconds"), msg("that you're typing.")]] },
    columns: { id: "erased", conversationId: "erased", memberId: "erased", at: "erased" },
  },
  jointPlay: {
    keeps: {
      conversations: [[msg("Listening together, while it lasts"), msg("what is playing and where.")]],
    },
    columns: {
      conversationId: "erased",
      id: "erased",
      messageId: "erased",
      startedBy: "erased",
      isPlaying: "erased",
      position: "erased",
      movedAt: "erased",
      revision: "erased",
      starterUntil: "erased",
      joinerUntil: "erased",
    },
  },
  outbox: {
    keeps: {
      notifications: [[msg("Live news, for minutes"), msg("what pages that you have open should show.")]],
    },
    columns: {
      id: "erased",
      recipientId: "erased",
      kind: "erased",
      reference: "erased",
      createdAt: "erased",
    },
  },
  notification: {
    keeps: {
      notifications: [[msg("Notifications"), msg("what each is about, when it came, and when you read it.")]],
    },
    columns: {
      id: "erased",
      memberId: "erased",
      kind: "erased exported",
      subjectId: "erased",
      at: "erased exported",
      readAt: "erased exported",
      pushAt: "erased",
      pushedAt: "erased",
      mailAt: "erased",
    },
  },
  pushSubscription: {
    keeps: {
      settings: [
        [
          msg("Browsers with notifications"),
          msg("the address that your browser gave us for notifications, encrypted, and since when."),
        ],
      ],
    },
    unexported: msg("the addresses of browsers with notifications"),
    columns: {
      id: "erased",
      memberId: "erased",
      sessionId: "erased",
      endpointHash: "erased",
      address: "erased",
      failingSince: "erased",
      pausedUntil: "erased",
      createdAt: "erased exported",
    },
  },
  push: {
    keeps: { notifications: [[msg("Messages on their way to your browser"), msg("what they say.")]] },
    columns: {
      id: "erased",
      subscriptionId: "erased",
      content: "erased",
      attempts: "erased",
      nextAttemptAt: "erased",
      expiresAt: "erased",
      createdAt: "erased",
    },
  },
  notificationSettings: {
    keeps: {
      settings: [
        [
          msg("Notification settings"),
          msg("what you're notified about and how, whether names show, your time zone and quiet hours."),
        ],
      ],
    },
    columns: {
      memberId: "erased",
      choices: "erased exported",
      showsNames: "erased exported",
      timeZone: "erased exported",
      quietFrom: "erased exported",
      quietTo: "erased exported",
    },
  },

  // Records, playlists and trivia.
  record: {
    keeps: {
      collections: [
        [
          msg("Records"),
          msg(
            "artist, album, year, genre, format, condition, notes, your cover or its address elsewhere, whether you look for it, and whose collection on Discogs it came from.",
          ),
        ],
      ],
    },
    unexported: msg("whose collection on Discogs a record came from"),
    evidence: msg("artists, albums and notes in your collection"),
    columns: {
      id: "erased evidence",
      memberId: "erased",
      artist: "erased exported evidence",
      album: "erased exported evidence",
      artistKey: "erased",
      albumKey: "erased",
      genreKey: "erased",
      year: "erased exported",
      genre: "erased exported",
      format: "erased exported",
      condition: "erased exported",
      notes: "erased exported evidence",
      pictureId: "erased exported",
      externalImageUrl: "erased exported",
      wanted: "erased exported",
      discogsUsername: "erased",
      createdAt: "erased",
    },
  },
  coverSearch: {
    keeps: { collections: [[msg("Searches for covers"), msg("how many covers were found.")]] },
    columns: {
      memberId: "erased",
      startedAt: "erased",
      total: "erased",
      done: "erased",
      found: "erased",
      doneTo: "erased",
      attempts: "erased",
      claimedUntil: "erased",
      servedAt: "erased",
      pausedAt: "erased",
      finishedAt: "erased",
    },
  },
  recordImport: {
    keeps: {
      collections: [[msg("Collections being imported"), msg("lines of your file that couldn't be read.")]],
    },
    columns: {
      id: "erased",
      memberId: "erased",
      unreadable: "erased",
      unreadableCount: "erased",
      wanted: "erased",
      createdAt: "erased",
    },
  },
  recordImportPart: {
    keeps: { collections: [[msg("Records being imported"), msg("those in your file.")]] },
    columns: {
      importId: "erased",
      number: "erased",
      rows: "erased",
      isChecked: "erased",
      addedCount: "erased",
    },
  },
  discogsImport: {
    keeps: {
      collections: [[msg("Collections being read from Discogs"), msg("the collection's owner there.")]],
    },
    columns: {
      importId: "erased",
      username: "erased",
      page: "erased",
      pages: "erased",
      total: "erased",
      restarts: "erased",
      attempts: "erased",
      claimedUntil: "erased",
      servedAt: "erased",
      error: "erased",
      finishedAt: "erased",
    },
  },
  playlistImport: {
    keeps: { collections: [[msg("Playlists being imported"), msg("their songs.")]] },
    columns: {
      id: "erased",
      memberId: "erased",
      read: "erased",
      number: "erased",
      addedAt: "erased",
      createdAt: "erased",
    },
  },
  playlist: {
    keeps: {
      collections: [
        [
          msg("Playlists"),
          msg(
            "name, description, your cover or its address elsewhere, when you made it, whether others can see it, and with whom you share it.",
          ),
        ],
      ],
    },
    evidence: msg("names, descriptions and covers of your playlists"),
    columns: {
      id: "erased evidence",
      ownerId: "erased exported",
      collaboratorId: "erased exported",
      name: "erased exported evidence",
      description: "erased exported evidence",
      isPublic: "erased exported",
      pictureId: "erased exported evidence",
      externalImageUrl: "erased exported",
      createdAt: "erased exported",
      removedAt: "erased",
    },
  },
  playlistSong: {
    keeps: { collections: [[msg("Their songs"), msg("artist, title, album, length, and who added it.")]] },
    evidence: msg("artists, titles and albums of their songs"),
    columns: {
      id: "erased",
      playlistId: "erased",
      addedBy: "erased exported",
      artist: "erased exported evidence",
      title: "erased exported evidence",
      album: "erased exported evidence",
      durationSeconds: "erased exported",
      position: "erased",
      createdAt: "erased",
    },
  },
  triviaGame: {
    keeps: {
      collections: [
        [
          msg("Trivia games"),
          msg("who plays, the score, when it began, how it stands or ended, and who won."),
        ],
      ],
    },
    columns: {
      id: "erased",
      player1Id: "erased exported",
      player2Id: "erased exported",
      player1Score: "erased exported",
      player2Score: "erased exported",
      currentRound: "erased",
      totalRounds: "erased",
      status: "erased exported",
      ending: "erased exported",
      winnerId: "erased exported",
      dismissedAt: "erased",
      rematchOf: "erased",
      movedAt: "erased",
      createdAt: "erased exported",
    },
  },
  triviaQuestion: {
    keeps: {
      collections: [[msg("Their questions"), msg("the questions, the choices and the right answers.")]],
    },
    columns: {
      id: "erased",
      gameId: "erased",
      roundNumber: "erased",
      question: "erased exported",
      correctAnswer: "erased exported",
      options: "erased exported",
      category: "erased",
      difficulty: "erased",
    },
  },
  triviaAnswer: {
    keeps: {
      collections: [[msg("Answers in games"), msg("what you answered, and whether you got the point.")]],
    },
    columns: {
      questionId: "erased",
      memberId: "erased exported",
      answer: "erased exported",
      hasPoint: "erased exported",
      answeredAt: "erased",
    },
  },
  triviaSeen: {
    keeps: { collections: [[msg("Questions you've had"), msg("which ones, so that they don't repeat.")]] },
    columns: { memberId: "erased", question: "erased", seenAt: "erased" },
  },

  // Shows stay for those who go there, and plans go with their members.
  show: {
    keeps: {
      collections: [
        [
          msg("Shows you added"),
          msg(
            "artists, date, time, venue, town, link, note and when you added it. Others don't learn who did. 30 days after the show it's erased.",
          ),
        ],
      ],
    },
    stays: msg("shows you added, without your link and note and that you did"),
    evidence: msg("shows you added"),
    columns: {
      id: "kept evidence",
      addedBy: "erased",
      calendarId: "kept",
      uid: "kept",
      day: "kept exported evidence",
      doors: "kept exported",
      venue: "kept exported evidence",
      placeName: "kept exported evidence",
      cell: "kept",
      link: "erased exported evidence",
      note: "erased exported evidence",
      createdAt: "kept exported",
      cancelledAt: "kept exported",
      removedAt: "kept",
    },
  },
  showArtist: {
    keeps: { collections: [[msg("Their artists"), msg("the names, in their order.")]] },
    stays: msg("the artists of shows you added"),
    evidence: msg("their artists"),
    columns: {
      showId: "kept",
      position: "kept",
      artistKey: "kept",
      name: "kept exported evidence",
      day: "kept",
      cell: "kept",
      isRemoved: "kept",
    },
  },
  going: {
    keeps: {
      collections: [
        [
          msg("Shows you go to"),
          msg(
            "which ones, since when you've said so, and whether you'd go with somebody, until 30 days after the show.",
          ),
        ],
      ],
    },
    columns: {
      memberId: "erased",
      showId: "erased exported",
      withSomebody: "erased exported",
      createdAt: "erased exported",
    },
  },
  trip: {
    keeps: {
      collections: [
        [
          msg("Trips"),
          msg(
            "the second towns near which you've asked to be seen, their days, and since when and until when you are seen there, for 30 days after you've added one, or until it is over.",
          ),
        ],
      ],
    },
    columns: {
      id: "erased",
      memberId: "erased",
      placeName: "erased exported",
      cell: "erased",
      firstDay: "erased exported",
      lastDay: "erased exported",
      isEarly: "erased exported",
      shownFrom: "erased",
      shownUntil: "erased exported",
      createdAt: "erased exported",
    },
  },
  plan: {
    keeps: {
      matches: [
        [
          msg("Plans"),
          msg(
            "where, on which day and at what time you and somebody want to meet, who proposed it, and when it was accepted, declined, cancelled, with which words, or ended.",
          ),
        ],
      ],
    },
    evidence: msg("plans of a reported conversation"),
    columns: {
      id: "erased",
      conversationId: "erased",
      showId: "erased",
      place: "erased exported evidence",
      day: "erased exported evidence",
      minutes: "erased exported evidence",
      proposedBy: "erased exported",
      createdAt: "erased exported",
      acceptedAt: "erased exported",
      declinedAt: "erased exported",
      cancelledAt: "erased exported",
      cancelledBy: "erased exported",
      sentence: "erased exported evidence",
      endedAt: "erased",
      remindedAt: "erased",
      askedAt: "erased",
    },
  },
  planLink: {
    keeps: {
      matches: [
        [
          msg("Links to a plan for a friend"),
          msg(
            "a hash of the link's key, your note, when you wanted to be asked whether you're home and what you answered, and when it was made and ends.",
          ),
        ],
      ],
    },
    unexported: msg("the hash of a link's key"),
    columns: {
      id: "erased",
      keyHash: "erased",
      planId: "erased",
      memberId: "erased",
      note: "erased exported",
      askAt: "erased exported",
      askedAt: "erased",
      homeAt: "erased exported",
      createdAt: "erased exported",
      expiresAt: "erased exported",
      endedAt: "erased exported",
    },
  },
  planAnswer: {
    keeps: { matches: [[msg("Whether you met"), msg("what you answered the day after a plan, and when.")]] },
    columns: {
      planId: "erased",
      memberId: "erased",
      answer: "erased exported",
      answeredAt: "erased exported",
    },
  },
  showCalendar: {
    columns: {
      id: "nobody's",
      url: "nobody's",
      town: "nobody's",
      name: "nobody's",
      homeUrl: "nobody's",
      etag: "nobody's",
      lastModified: "nobody's",
      digest: "nobody's",
      readAt: "nobody's",
      events: "nobody's",
      shows: "nobody's",
      error: "nobody's",
      dueAt: "nobody's",
      createdAt: "nobody's",
    },
  },

  // Safety: what was reported and decided outlives the account without the member's name and words.
  staff: {
    keeps: { safety: [[msg("Moderators and operators"), msg("your role.")]] },
    columns: { memberId: "erased", role: "erased", addedAt: "erased" },
  },
  moderationCase: {
    keeps: {
      safety: [
        [
          msg("Cases"),
          msg(
            "the name of the member it's about, how urgent it is, when it was opened, is due and was closed, and which moderator looks at it.",
          ),
        ],
      ],
    },
    stays: msg("cases about you, without your name"),
    columns: {
      id: "kept",
      memberId: "kept",
      memberName: "erased",
      severity: "kept",
      openedAt: "kept",
      dueAt: "kept",
      claimedBy: "kept",
      claimedAt: "kept",
      closedAt: "kept",
    },
  },
  // Evidence, which expires on its own.
  caseMessage: {
    keeps: {
      safety: [
        [
          msg("Questions by moderators"),
          msg(
            "questions to you, your answers, and notes of moderators, who wrote each and when, and which other moderator was asked.",
          ),
        ],
      ],
    },
    stays: msg("what moderators asked and you answered"),
    unexported: msg("who wrote notes and questions"),
    columns: {
      id: "kept",
      caseId: "kept",
      kind: "kept exported",
      authorId: "kept",
      content: "kept exported",
      askedId: "kept",
      isBinding: "kept",
      createdAt: "kept exported",
    },
  },
  report: {
    keeps: {
      safety: [
        [
          msg("Reports"),
          msg(
            "who reported whom, what, why and in which words, when, when it was decided, what became of it, and what the moderator told whoever sent it.",
          ),
        ],
      ],
    },
    stays: msg("reports without their words"),
    unexported: msg("who reported you, and what the moderator told whoever sent a notice"),
    columns: {
      id: "kept",
      caseId: "kept",
      reporterId: "kept",
      reportedId: "kept",
      subject: "kept exported",
      subjectId: "kept",
      reason: "kept exported",
      words: "erased exported",
      createdAt: "kept exported",
      closedAt: "kept exported",
      outcome: "kept exported",
      noticeId: "kept",
      noticeReason: "kept",
      objectsTo: "kept",
      reply: "kept",
    },
  },
  notice: {
    keeps: {
      safety: [
        [
          msg("Notices"),
          msg(
            "what somebody gave notice of, in their words, with their name, email address, account and a hash of the key in their link, when it was sent and confirmed, until {days} days after the decision.",
            { days: EVIDENCE_DAYS },
          ),
        ],
      ],
    },
    stays: msg("what somebody gave notice of, without their account"),
    columns: {
      id: "kept",
      keyHash: "kept",
      reason: "kept",
      about: "kept",
      words: "kept",
      name: "kept",
      email: "kept",
      memberId: "erased",
      createdAt: "kept",
      confirmedAt: "kept",
      expiresAt: "kept",
    },
  },
  evidence: {
    keeps: {
      safety: [
        [msg("Evidence"), msg("a copy of a reported profile as it was, and of the messages of the two.")],
      ],
    },
    stays: msg("evidence, until it expires"),
    columns: { reportId: "kept", snapshot: "kept", messages: "kept", expiresAt: "kept" },
  },
  evidenceMessage: {
    keeps: { safety: [[msg("Reported messages"), msg("the messages as they were.")]] },
    stays: msg("reported messages, until the evidence expires"),
    columns: { id: "kept", caseId: "kept", messageId: "kept", content: "kept" },
  },
  evidencePicture: {
    keeps: { safety: [[msg("Reported pictures"), msg("the pictures.")]] },
    stays: msg("reported pictures, until the evidence expires"),
    columns: { reportId: "kept", pictureId: "kept" },
  },
  evidenceAttachment: {
    keeps: { safety: [[msg("Reported files"), msg("the photos and voice messages.")]] },
    stays: msg("reported photos and voice messages, until the evidence expires"),
    columns: { reportId: "kept", attachmentId: "kept" },
  },
  sanction: {
    keeps: {
      safety: [
        [
          msg("Decisions about you"),
          msg(
            "what was decided by whom, by which rule and for what reasons, what was removed, from when until when, when you read it, and when it was overturned.",
          ),
        ],
      ],
    },
    stays: msg("decisions about you, without what was removed"),
    unexported: msg("who decided, and when you read it"),
    columns: {
      id: "kept",
      caseId: "kept",
      memberId: "kept",
      moderatorId: "kept",
      kind: "kept exported",
      rule: "kept exported",
      statement: "kept exported",
      removed: "erased exported",
      startsAt: "kept exported",
      endsAt: "kept exported",
      acknowledgedAt: "kept",
      overturnedAt: "kept exported",
    },
  },
  appeal: {
    keeps: {
      safety: [
        [
          msg("Appeals"),
          msg("what you wrote and when, and when, how, by whom and for what reasons it was decided."),
        ],
      ],
    },
    stays: msg("appeals without your words"),
    unexported: msg("who decided an appeal"),
    columns: {
      id: "kept",
      sanctionId: "kept",
      words: "erased exported",
      createdAt: "kept exported",
      decidedBy: "kept",
      decidedAt: "kept exported",
      isOverturned: "kept exported",
      statement: "kept exported",
    },
  },
  moderationLog: {
    keeps: { safety: [[msg("The moderators' log"), msg("what a moderator did, and when.")]] },
    stays: msg("the moderators' log, without names"),
    columns: {
      id: "kept",
      at: "kept",
      actorId: "kept",
      action: "kept",
      caseId: "kept",
      memberId: "kept",
      detail: "kept",
    },
  },
  strike: {
    keeps: {
      safety: [
        [
          msg("Decisions that outlive an account"),
          msg(
            "a keyed hash of the email address, which can't be turned back, the same of who you are at the age check, and whether it's a ban or a suspension.",
          ),
        ],
      ],
    },
    stays: msg("keyed hashes of who was banned or suspended, for {days} days", { days: STRIKE_DAYS }),
    columns: {
      sanctionId: "kept",
      personHash: "kept",
      ageProof: "kept",
      kind: "kept",
      at: "kept",
      expiresAt: "kept",
    },
  },
  removedPicture: {
    keeps: {
      safety: [[msg("Removed pictures"), msg("a fingerprint, which refuses the same picture again.")]],
    },
    stays: msg("fingerprints of removed pictures"),
    columns: { hash: "kept", sanctionId: "kept", searchDueAt: "kept" },
  },

  // The deployment's own.
  documentText: { columns: { version: "nobody's", text: "nobody's" } },
  alikeArtist: {
    columns: { buffer: "nobody's", artistId: "nobody's", otherId: "nobody's", weight: "nobody's" },
  },
  passkeyChallenge: { columns: { id: "nobody's", expiresAt: "nobody's" } },
  // The catalog's answers, whoever asked.
  servicePace: { columns: { service: "nobody's", nextAt: "nobody's" } },
  catalogAnswer: { columns: { query: "nobody's", releaseIds: "nobody's", createdAt: "nobody's" } },
  catalogRelease: {
    columns: {
      id: "nobody's",
      details: "nobody's",
      pictureId: "nobody's",
      coverlessAt: "nobody's",
      createdAt: "nobody's",
    },
  },
  rateLimit: { columns: { key: "nobody's", points: "nobody's", expire: "nobody's" } },
  linkDetails: {
    keeps: {
      profile: [[msg("Links you shared first"), msg("that you were the first to share a song's link.")]],
    },
    columns: {
      key: "nobody's",
      title: "nobody's",
      artist: "nobody's",
      pictureId: "nobody's",
      askedAt: "nobody's",
      memberId: "erased",
    },
  },
  songPreview: { columns: { key: "nobody's", trackId: "nobody's", askedAt: "nobody's" } },
  secret: { columns: { name: "nobody's", value: "nobody's", createdAt: "nobody's" } },
  statistics: {
    columns: {
      buffer: "nobody's",
      members: "nobody's",
      countedAt: "nobody's",
      isCurrent: "nobody's",
      begunAt: "nobody's",
    },
  },
} as const satisfies { [Name in keyof Tables]: Table<keyof Tables[Name] & string> };
