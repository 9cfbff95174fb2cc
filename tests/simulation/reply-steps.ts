// Replies that quote, and how members change what they have said, in a simulation.
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import * as model from "./replies";
import { type Kind, quotedMessage, reactedMessage } from "./steps";

const done = () => undefined;
const NOTHING = { id: "none", from: -1 };

export const replyKinds = {
  quote: {
    weight: 25,
    predict: (community, { who, whom, text, number, aims: { quoted } }, now) => {
      const isHere = quoted?.to === whom || quoted?.from === whom;
      const said = { id: `${who} ${number}`, from: who, text, sentAt: now };
      return community.send(who, whom, { ...said, quoted: isHere ? quoted : NOTHING }, now);
    },
    take: (ids, step) =>
      addMessage(ids.me, ids.conversation, {
        id: ids.message,
        content: step.text,
        quotedId: quotedMessage(ids, step),
      }).then(done),
  },
  edit: {
    weight: 15,
    predict: (community, { who, whom, text, aims }, now) => model.edit(community, who, whom, text, aims, now),
    take: (ids, step) => editMessage(ids.me, reactedMessage(ids, step), { content: step.text }).then(done),
  },
  erase: {
    weight: 20,
    predict: (community, { who, whom, aims }) => model.erase(community, who, whom, aims),
    take: (ids, step) => deleteMessage(ids.me, reactedMessage(ids, step)),
  },
} satisfies Record<string, Kind>;
