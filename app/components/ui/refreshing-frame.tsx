// Live updates without scripts: a page in a frame that refreshes itself, so that the page around it stays.
import { useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Nonce } from "./nonce";

/**
 * Replaces the element after it (`hides`, a selector) where our scripts don't run. With scripts turned off it is in a
 * <noscript>. A browser too old for our scripts ignores that: a short inline script then inserts the same HTML, at once
 * if modules are unsupported, otherwise if the page has not hydrated in time.
 */
export function RefreshingFrame({
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
  /** The text of the link that refreshes at once. */
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
        <p className="frame-links spread text-note">
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
