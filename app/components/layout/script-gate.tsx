// The script that decides whether a page's other scripts run: only in browsers that support what they use.
import { useContext } from "react";
import { Nonce } from "~/ui/nonce";

/** If the scripts take longer to arrive, the page works without them in the meantime. */
const PATIENCE_MS = 4000;

/**
 * Browsers with `URL.canParse` support everything else that the scripts use; in others a policy keeps them from loading.
 * `showServed` shows the content of <noscript> and WithoutScripts, once however often it is called. In ES5 syntax, since every
 * browser runs it.
 */
const GATE = `(function(){
var page=document.documentElement,policy;
self.showServed=function(){
page.removeAttribute("data-scripts");
for(var boxes=document.querySelectorAll("noscript+#late-frame:empty"),i=0;i<boxes.length;i++)boxes[i].innerHTML=boxes[i].previousElementSibling.textContent
};
if(self.URL&&URL.canParse){
page.setAttribute("data-scripts","");
addEventListener("load",function(){setTimeout(showServed,${PATIENCE_MS})});
addEventListener("error",function(event){if(event.target.type==="module")showServed()},true)
}else{
policy=document.createElement("meta");
policy.httpEquiv="Content-Security-Policy";
policy.content="script-src 'none'";
document.head.appendChild(policy);
addEventListener("DOMContentLoaded",showServed)
}
})()`;

/** The policy lets a script add preloads, but not the page itself, whose links have no nonce. */
const PRELOAD = `document.querySelectorAll("body>link[rel=modulepreload]").forEach(function(link){
document.head.appendChild(link.cloneNode())
})`;

/** The first thing in the head: a script that waits for the stylesheet would run late. */
export function ScriptGate() {
  return <InlineScript text={GATE} />;
}

/** Must come after Remix's scripts. */
export function ScriptPreloads() {
  return <InlineScript text={PRELOAD} />;
}

function InlineScript({ text }: { text: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: constants
    <script nonce={useContext(Nonce)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
