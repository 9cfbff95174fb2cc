// What is asked of the processes that search and count.
import type { Search } from "./search";

export type Job = { name: "search"; asked: Search } | { name: "recount" };
