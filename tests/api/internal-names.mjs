// Loaded into a server under test: names within Fly's private network are this machine, at the port TEST_WRITER_PORT.
import { Agent } from "node:http";

const { createConnection } = Agent.prototype;
Agent.prototype.createConnection = function connect(options, ...rest) {
  const isInternal = options.host?.endsWith(".internal");
  const to = { host: "127.0.0.1", port: Number(process.env.TEST_WRITER_PORT) };
  return createConnection.call(this, isInternal ? { ...options, ...to } : options, ...rest);
};
