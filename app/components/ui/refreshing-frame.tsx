// What is new without scripts: a page in a frame, which asks for itself again, so that the page around it stays as it is.
import { useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Nonce } from "~/nonce";

/**
 * Stands before what it replaces (`hides`, a selector) until scripts run, and takes its place where they do not.
 * Without scripts that is <noscript>. A browser whose scripts are too old for ours does not show that: there a short
 * script puts the same HTML after it, at once where modules are unknown, else when the page has not come to life.
 */
export function PlainFrame({
  address,
  name,
  title,
  hides,
  className,
  check,
}: {
  address: string;
  name: string;
  title: string;
  hides: string;
  className: string;
  /** The words of the link that asks at once. */
  check: string;
}) {
  const nonce = useContext(Nonce);
  if (useHydrated()) return null;
  const still = `${address}${address.includes("?") ? "&" : "?"}still`;
  return (
    <>
      <noscript id="plain-frame">
        <style nonce={nonce}>{`${hides}{display:none}`}</style>
        <iframe name={name} title={title} src={address} className={className} />
        <p className="frame-links">
          <a href={address} target={name} className="link">
            {check}
          </a>
          <a href={still} target={name} className="link">
            Stop refreshing
          </a>
        </p>
      </noscript>
      {/* biome-ignore-start lint/security/noDangerouslySetInnerHtml: both are fixed text, and React leaves the box alone */}
      <div id="late-frame" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PUT_FRAME }} />
      {/* biome-ignore-end lint/security/noDangerouslySetInnerHtml: as above */}
    </>
  );
}

const PUT_FRAME = `(function(){
function put(){
var late=document.getElementById("late-frame"),plain=document.getElementById("plain-frame");
if(late&&plain)late.innerHTML=plain.textContent
}
if("noModule" in document.createElement("script"))addEventListener("load",function(){setTimeout(put,4000)});
else put()
})()`;
