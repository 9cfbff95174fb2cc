// Loaded into the tests' processes: makes two packages quick that take a third of their time.
import * as module from "node:module";

const DRIZZLE = /\/node_modules\/drizzle-orm\/.*\.js$/;
const WITH_IS = /\/(drizzle-orm\/entity|build\/server\/assets\/packages-[^/]+)\.js$/;
// Drizzle asks whether a value is of a class by the names of the classes, since a program may load several copies of drizzle.
const SLOW = /(function is\S*)\((value, \w+)\) \{\s+if \(!value \|\|[\s\S]*?\n\}/;
const QUICK = "$1(value, type) { return value instanceof type; }";
// Node 20 has only hooks in a thread of their own, which cost more than they save.
module.registerHooks?.({
  // For each of drizzle's modules Node would parse its package.json of 180 kB.
  resolve(specifier, context, next) {
    const url = /^[./]/.test(specifier) ? new URL(specifier, context.parentURL).href : specifier;
    return DRIZZLE.test(url) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const loaded = next(url, context);
    return WITH_IS.test(url) ? { ...loaded, source: String(loaded.source).replace(SLOW, QUICK) } : loaded;
  },
});

// A hash says what it cost, so that it takes as long to check.
const argon2 = module.createRequire(import.meta.url)("@node-rs/argon2");
const { hash } = argon2;
argon2.hash = (password) => hash(password, { memoryCost: 64, timeCost: 1 });
