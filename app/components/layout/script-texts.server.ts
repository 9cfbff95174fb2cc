// The inline scripts that load a page's scripts where the browser has every feature they use. In the syntax of ES5, since
// every browser runs them.
import type { UNSAFE_RemixContext } from "@remix-run/react";
import type { ContextType } from "react";

type Remix = NonNullable<ContextType<typeof UNSAFE_RemixContext>>;

/** An expression for whether the browser has the features; the build puts the test in (bin/pack-scripts.ts). */
const FEATURE_TEST = "true";

/** A connection that is slow to bring the scripts gets the page without them in the meantime. */
const PATIENCE_MS = 4000;

/**
 * The part of the head: decides, marks the document, and begins to fetch the scripts of these routes. `showServed` shows what
 * <noscript> and WithoutScripts hold, once however often it is called.
 */
export function gateScript({ manifest }: Remix, routes: string[]): string {
  const chunks = [manifest.entry, ...routes.map((id) => manifest.routes[id])];
  const addresses = chunks.flatMap((chunk) => (chunk ? [chunk.module, ...(chunk.imports ?? [])] : []));
  return `(function(){
var page=document.documentElement;
self.showServed=function(){
page.removeAttribute("data-scripts");
for(var boxes=document.querySelectorAll("noscript+#late-frame:empty"),i=0;i<boxes.length;i++)boxes[i].innerHTML=boxes[i].previousElementSibling.textContent
};
if(${FEATURE_TEST}){
page.setAttribute("data-scripts","");
${JSON.stringify([...new Set([manifest.url, ...addresses])])}.forEach(function(address){
var link=document.createElement("link");link.rel="modulepreload";link.href=address;document.head.appendChild(link)
});
addEventListener("load",function(){setTimeout(showServed,${PATIENCE_MS})})
}else{
self.__remixContext={streamController:{enqueue:function(){},close:function(){}}};
addEventListener("DOMContentLoaded",showServed)
}
})()`;
}

/** The part at the end of the body, after <Scripts> of @remix-run/react 2.17.5: starts the scripts of these routes. */
export function startScript({ manifest, serverHandoffString, renderMeta }: Remix, routes: string[]): string {
  // Remix then sends the page's data.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const runtime = manifest.hmr?.runtime;
  const modules = [
    ...(runtime ? [`import ${JSON.stringify(runtime)};`] : []),
    `import ${JSON.stringify(manifest.url)};`,
    ...routes.map(
      (id, index) => `import * as r${index} from ${JSON.stringify(manifest.routes[id]?.module)};`,
    ),
    `window.__remixRouteModules={${routes.map((id, index) => `${JSON.stringify(id)}:r${index}`).join()}};`,
    `import(${JSON.stringify(manifest.entry.module)});`,
  ];
  return `(function(context,script){
if(self.__remixContext)return;
self.__remixContext=context;
context.stream=new ReadableStream({start:function(stream){
var encoder=new TextEncoder();
context.streamController={enqueue:function(text){stream.enqueue(encoder.encode(text))},close:function(){stream.close()}}
}});
script.type="module";
script.nonce=document.currentScript.nonce;
script.text=${JSON.stringify(modules.join("\n"))};
script.onerror=showServed;
document.body.appendChild(script)
})(${serverHandoffString},document.createElement("script"))`;
}
