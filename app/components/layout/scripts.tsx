// A page's scripts, which only those browsers load that have every feature they use.
import { UNSAFE_RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { Nonce } from "~/components/ui/nonce";
import { gateScript, startScript } from "./script-texts.server";

/** The first thing in the head: a script that waits for the stylesheet would fetch the others late. */
export function ScriptGate() {
  const { manifest } = useRemix();
  const ids = useMatches().map(({ id }) => id);
  const chunks = [manifest.entry, ...ids.map((id) => manifest.routes[id])];
  const addresses = chunks.flatMap((chunk) => (chunk ? [chunk.module, ...(chunk.imports ?? [])] : []));
  return <InlineScript text={gateScript?.([...new Set([manifest.url, ...addresses])])} />;
}

/** Takes the place of Remix's component of this name, at the end of the body. */
export function Scripts() {
  const { manifest, serverHandoffString = "", renderMeta } = useRemix();
  const ids = useMatches().map(({ id }) => id);
  // Remix then sends the page's data.
  if (renderMeta) renderMeta.didRenderScripts = true;
  return <InlineScript text={startScript?.(serverHandoffString, manifest, ids)} />;
}

function useRemix() {
  const remix = useContext(UNSAFE_RemixContext);
  if (!remix) throw new Error("Scripts belong into Remix's document");
  return remix;
}

/** Keeps the script that was served: in the browser `text` is undefined. */
function InlineScript({ text = "" }: { text: string | undefined }) {
  const nonce = useContext(Nonce);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build, and data that Remix has escaped
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
