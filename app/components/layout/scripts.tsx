// A page's scripts, which only those browsers load that have every feature they use.
import { UNSAFE_RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { Nonce } from "~/components/ui/nonce";
import { gateScript, startScript } from "./script-texts.server";

/** The first thing in the head: a script that waits for the stylesheet would fetch the others late. */
export function ScriptGate() {
  return <InlineScript write={gateScript} />;
}

/** Takes the place of Remix's component of this name, at the end of the body. */
export function Scripts() {
  return <InlineScript write={startScript} />;
}

/** Keeps the script that was served: in the browser `write` is undefined. */
function InlineScript({ write }: { write: typeof gateScript | undefined }) {
  const nonce = useContext(Nonce);
  const remix = useContext(UNSAFE_RemixContext);
  const matches = useMatches();
  const text =
    write && remix
      ? write(
          remix,
          matches.map(({ id }) => id),
        )
      : "";
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build, and data that Remix has escaped
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
