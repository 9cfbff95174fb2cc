// News on the home screen, as it is shown.

/** A line of the list "This week", which leads to what it is about. */
export type NewsItem = { icon: "matches" | "trivia" | "messages" | "records"; text: string; to: string };
