// A member's signed-in browsers, as the settings show them.

export const SETTINGS_PATH = "/settings";

export type SignedInBrowser = {
  id: string;
  /** "Firefox on Linux". */
  name: string;
  signedInAt: string;
  /** The one that asks. */
  isCurrent: boolean;
};

export const sessionWords = {
  ended: { title: "Signed out", description: "That browser is signed out." },
  othersEnded: (count: number) => ({
    title: "Signed out",
    description: `${count} other ${count === 1 ? "browser is" : "browsers are"} signed out.`,
  }),
};
