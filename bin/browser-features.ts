// The features of browsers that our scripts use and that browsers with modules may lack: an inline test of them decides
// whether a page loads its scripts.
import { type AnyNode, type Pattern, parse } from "acorn";

/** Each owner's names that Chrome 64, Firefox 60 or Safari 12 lack, from MDN's browser-compat-data 8.1.9. */
const NEWER: Record<string, string> = {
  self:
    "AbortController AbortSignal AggregateError AudioContext BigInt BroadcastChannel ClipboardItem CompressionStream " +
    "DecompressionStream ElementInternals FinalizationRegistry IntersectionObserver Iterator MediaMetadata MediaRecorder Notification PublicKeyCredential " +
    "ReadableStream ResizeObserver ShadowRoot SubmitEvent TextDecoderStream TextEncoderStream ToggleEvent TransformStream " +
    "WeakRef WritableStream cancelIdleCallback cookieStore createImageBitmap customElements globalThis navigation " +
    "queueMicrotask reportError requestIdleCallback scheduler structuredClone visualViewport",
  "Array.prototype": "at findLast findLastIndex flat flatMap toReversed toSorted toSpliced with",
  Array: "fromAsync",
  "String.prototype": "at isWellFormed matchAll replaceAll toWellFormed trimEnd trimStart",
  Object: "fromEntries groupBy hasOwn",
  Promise: "allSettled any try withResolvers",
  "Promise.prototype": "finally",
  Map: "groupBy",
  "Map.prototype": "getOrInsert getOrInsertComputed",
  "Set.prototype": "difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union",
  "Symbol.prototype": "description",
  RegExp: "escape",
  "RegExp.prototype": "dotAll hasIndices unicodeSets",
  Math: "f16round sumPrecise",
  Error: "isError",
  JSON: "isRawJSON rawJSON",
  "ArrayBuffer.prototype": "resizable resize transfer transferToFixedLength",
  BigInt: "asIntN asUintN",
  "Iterator.prototype": "drop take toArray",
  Intl: "DisplayNames DurationFormat ListFormat Locale PluralRules RelativeTimeFormat Segmenter supportedValuesOf",
  "AbortController.prototype": "signal",
  AbortSignal: "abort any timeout",
  "AbortSignal.prototype": "throwIfAborted",
  "Blob.prototype": "arrayBuffer",
  CSS: "registerProperty",
  "Crypto.prototype": "randomUUID",
  "Document.prototype":
    "adoptedStyleSheets caretPositionFromPoint getAnimations moveBefore prerendering replaceChildren startViewTransition",
  "Element.prototype":
    "animate attachShadow checkVisibility computedStyleMap getHTML hasPointerCapture releasePointerCapture " +
    "requestFullscreen scrollIntoViewIfNeeded setHTML setHTMLUnsafe setPointerCapture toggleAttribute",
  "Headers.prototype": "getSetCookie",
  "HTMLDialogElement.prototype": "requestClose showModal",
  "HTMLElement.prototype": "attachInternals enterKeyHint hidePopover inert showPopover togglePopover",
  "HTMLFormElement.prototype": "requestSubmit",
  "HTMLImageElement.prototype": "decoding",
  "HTMLInputElement.prototype": "showPicker",
  HTMLScriptElement: "supports",
  "IntersectionObserverEntry.prototype": "intersectionRatio isIntersecting",
  "InputEvent.prototype": "getTargetRanges inputType",
  "Navigator.prototype":
    "canShare clearAppBadge clipboard connection locks mediaSession permissions scheduling setAppBadge share userActivation " +
    "userAgentData vibrate wakeLock",
  "PointerEvent.prototype": "getCoalescedEvents pointerId pointerType",
  PublicKeyCredential:
    "getClientCapabilities isConditionalMediationAvailable isUserVerifyingPlatformAuthenticatorAvailable " +
    "parseCreationOptionsFromJSON parseRequestOptionsFromJSON signalAllAcceptedCredentials signalCurrentUserDetails " +
    "signalUnknownCredential",
  "ReadableStream.prototype": "getReader pipeThrough pipeTo tee",
  ReadableStream: "from",
  "ResizeObserverEntry.prototype": "borderBoxSize contentBoxSize devicePixelContentBoxSize",
  Response: "json",
  "SubmitEvent.prototype": "submitter",
  "TextEncoder.prototype": "encodeInto",
  URL: "canParse parse",
};

/** What the scripts use only where it is there, as far as each caller's own check goes. */
const OPTIONAL = [
  "self.AudioContext",
  "self.MediaMetadata",
  "self.MediaRecorder",
  "self.Notification",
  "self.PublicKeyCredential",
  "self.ShadowRoot",
  "self.queueMicrotask",
  "self.reportError",
  "self.visualViewport",
  "Document.prototype.startViewTransition",
  "Element.prototype.checkVisibility",
  "Navigator.prototype.canShare",
  "Navigator.prototype.clipboard",
  "Navigator.prototype.connection",
  "Navigator.prototype.mediaSession",
  "Navigator.prototype.scheduling",
  "Navigator.prototype.share",
  "PublicKeyCredential.getClientCapabilities",
  "PublicKeyCredential.isConditionalMediationAvailable",
  "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable",
  "PublicKeyCredential.signalAllAcceptedCredentials",
  "PublicKeyCredential.signalCurrentUserDetails",
  "PublicKeyCredential.signalUnknownCredential",
  "ResizeObserverEntry.prototype.borderBoxSize",
];

/**
 * Tested whatever the scripts use: a browser that has it (Chrome 120, Firefox 115, Safari 17) also understands the syntax
 * of ES2022, which no inline script can test without being refused as a whole.
 */
const SIGN_OF_SYNTAX = "URL.canParse";

/** The globals that every browser with modules has, and those of libraries that ask before they use them. */
const OLDER = new Set(
  (
    "Array ArrayBuffer Boolean CSS CustomEvent DOMException DataTransfer Date Element Error Event EventSource File " +
    "FormData Function HTMLButtonElement HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement " +
    "HTMLTextAreaElement Headers Intl JSON Map Math MessageChannel MutationObserver NaN Node NodeFilter Number Object Option " +
    "Promise Proxy RadioNodeList Reflect RegExp Request Response Set String Symbol SyntaxError TextDecoder TextEncoder " +
    "TypeError URL URLSearchParams Uint8Array WeakMap WeakSet XMLHttpRequest arguments atob btoa caches cancelAnimationFrame " +
    "clearInterval clearTimeout console crypto decodeURIComponent dispatchEvent document encodeURIComponent fetch " +
    "getComputedStyle history isFinite isNaN localStorage location matchMedia navigator parseFloat parseInt performance " +
    "requestAnimationFrame self sessionStorage setInterval setTimeout undefined window " +
    "MSApp __REACT_DEVTOOLS_GLOBAL_HOOK__ __remixContext setImmediate __webpack_nonce__"
  ).split(" "),
);

type Uses = { globals: Set<string>; members: Set<string>; statics: Set<string> };

/**
 * The features to test for before these scripts are loaded, as `Owner.name`. Throws for a global that is in no list here,
 * and for syntax newer than ES2022.
 */
export function featuresOf(scripts: string[]): string[] {
  const uses = scripts.map(usesOf);
  const isUsed = (kind: keyof Uses, name: string) => uses.some((each) => each[kind].has(name));
  const newer = Object.entries(NEWER).flatMap(([owner, names]) =>
    names.split(" ").map((name) => ({ owner, name, feature: `${owner}.${name}` })),
  );
  const known = new Set([...OLDER, ...(NEWER.self ?? "").split(" ")]);
  const unknown = uses.flatMap(({ globals }) => [...globals]).filter((name) => !known.has(name));
  if (unknown.length)
    throw new Error(`bin/browser-features.ts doesn't know ${[...new Set(unknown)].join(", ")}`);
  return newer
    .filter(({ owner, name, feature }) => {
      if (feature === SIGN_OF_SYNTAX) return true;
      if (OPTIONAL.includes(feature)) return false;
      if (owner === "self") return isUsed("globals", name);
      return owner.endsWith(".prototype") ? isUsed("members", name) : isUsed("statics", feature);
    })
    .map(({ feature }) => feature);
}

/** Collects the globals, the names of properties, and the properties of globals that a script uses. */
function usesOf(script: string): Uses {
  const declared = new Set<string>();
  const named = new Set<string>();
  const members = new Set<string>();
  const statics = new Set<string>();

  function declare(pattern: Pattern | null | undefined) {
    if (pattern?.type === "Identifier") declared.add(pattern.name);
    else if (pattern?.type === "ArrayPattern") pattern.elements.forEach(declare);
    else if (pattern?.type === "AssignmentPattern") declare(pattern.left);
    else if (pattern?.type === "RestElement") declare(pattern.argument);
    else if (pattern?.type === "ObjectPattern")
      for (const each of pattern.properties) declare(each.type === "Property" ? each.value : each);
  }

  function visit(node: AnyNode) {
    const skipped = new Set<string>();
    switch (node.type) {
      case "Identifier":
        named.add(node.name);
        break;
      case "VariableDeclarator":
        declare(node.id);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        node.params.forEach(declare);
        declare(node.id);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        declare(node.id);
        break;
      case "CatchClause":
        declare(node.param);
        break;
      case "ImportSpecifier":
      case "ImportDefaultSpecifier":
      case "ImportNamespaceSpecifier":
        declare(node.local);
        return;
      case "ExportSpecifier":
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        return;
      case "LabeledStatement":
        skipped.add("label");
        break;
      case "Property":
      case "MethodDefinition":
      case "PropertyDefinition":
        if (!node.computed) skipped.add("key");
        break;
      case "ObjectPattern":
        for (const each of node.properties)
          if (each.type === "Property" && each.key.type === "Identifier") members.add(each.key.name);
        break;
      case "MemberExpression": {
        const { object, property, computed } = node;
        if (!computed) skipped.add("property");
        const name =
          !computed && property.type === "Identifier"
            ? property.name
            : property.type === "Literal"
              ? String(property.value)
              : "";
        members.add(name);
        if (object.type === "Identifier") statics.add(`${object.name}.${name}`);
        break;
      }
    }
    for (const [key, value] of Object.entries(node)) {
      if (skipped.has(key)) continue;
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each);
    }
  }

  visit(parse(script, { ecmaVersion: 2022, sourceType: "module" }));
  const globals = new Set([...named].filter((name) => !declared.has(name)));
  return { globals, members, statics };
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The test of these features, as an expression in the syntax of ES5. */
export function testOf(features: string[]): string {
  const owners = new Map<string, string[]>();
  for (const feature of features) {
    const at = feature.lastIndexOf(".");
    const owner = feature.slice(0, at);
    owners.set(owner, [...(owners.get(owner) ?? []), feature.slice(at + 1)]);
  }
  const lines = [...owners].map(([owner, names]) => [owner, ...names].join(" ")).join("|");
  return `${JSON.stringify(lines)}.split("|").every(function(line){var names=line.split(" "),owner=self;names.shift().split(".").forEach(function(name){owner=owner&&owner[name]});return owner&&names.every(function(name){return name in owner})})`;
}
