// The provider library, without its advice at every start to use a newer Node: the tests run it on 20.19 and on 24.
const { warn } = console;
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes("Unsupported runtime")) warn(...words);
};

export const { Provider, errors } = await import("oidc-provider");

console.warn = warn;
