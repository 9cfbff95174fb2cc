// Who may import whom.
const pure = "^app/(models|matching|live)/(?!.*\\.server\\.)[^/]+\\.tsx?$";
const allowed = [
  { from: "^app/routes/", to: "^app/(?!routes/)" },
  { from: "^app/(root|entry\\.)", to: "^app/(?!routes/)" },
  { from: "^app/components/", to: `^app/components/|^app/nonce\\.ts$|${pure}` },
  {
    from: "^app/forms/(?!.*\\.server\\.)",
    to: `^app/(components|forms)/(?!.*\\.server\\.)|^app/revalidate\\.ts$|${pure}`,
  },
  { from: "^app/forms/.*\\.server\\.", to: `^app/(forms|http|models)/` },
  { from: "^app/http/", to: `^app/(http|models|env\\.server)` },
  {
    from: "^app/(models|matching|live)/.*\\.server\\.",
    to: `^app/(models|matching|live|outside|env\\.server)|^db/`,
  },
  { from: "^app/outside/", to: `^app/(outside|env\\.server)|${pure}` },
  { from: pure, to: pure },
  { from: "^db/", to: `^db/|^app/(models|matching|env\\.server)` },
  {
    from: "^server\\.ts$",
    to: `^app/(http|live|matching|env\\.server)|^app/models/picture\\.server|^db/|${pure}`,
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nobody-imports-a-route", severity: "error", from: {}, to: { path: "^app/routes/" } },
    {
      name: "one-door-to-validated-form",
      severity: "error",
      from: { pathNot: "^app/forms/flat-form" },
      to: { path: "node_modules/(remix-validated-form|@remix-validated-form)" },
    },
    {
      name: "one-door-to-conform",
      severity: "error",
      from: { pathNot: "^app/forms/list-form" },
      to: { path: "node_modules/@conform-to" },
    },
    {
      name: "pure-files-know-only-zod",
      severity: "error",
      from: { path: pure },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    ...allowed.map(({ from, to }) => ({
      name: `only-what-is-allowed-from ${from}`,
      severity: "error",
      from: { path: from },
      to: { path: "^(app|db|server\\.ts)", pathNot: to },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
