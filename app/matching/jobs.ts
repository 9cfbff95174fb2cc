// What is asked of the processes that search and count, and how they reply.
import type { Search } from "./search";

export type Job = { name: "search"; asked: Search } | { name: "recount" };

export type Reply = { result: unknown } | { error: string };
