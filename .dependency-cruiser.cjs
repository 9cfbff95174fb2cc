// Which folder may import which. Folders depend one way: an entry lists all that a folder may import besides itself.
const pureFiles =
  "^app/(auth|models|matching|live|integrations|language)/(?!.*\\.(server\\.|tsx$))|^app/(community|days|durations|refusal|clean-text)\\.ts$|^db/column-types\\.ts$";
const base = [
  "^app/(community|days|digest\\.server|durations|encryption\\.server|env\\.server|log\\.server|query-errors\\.server|request-context\\.server|refusal|clean-text|read-bytes)\\.ts$",
  "^app/language/",
];
const db = ["^db/[^/]+$"];
const knowledge = ["^app/(models|matching|live|mail)/", ...base];
const folders = {
  "^app/integrations/": ["^db/column-types\\.ts$", ...base],
  "^app/live/": [...db, ...base],
  "^app/matching/": [...db, ...base],
  "^app/models/": ["^app/(integrations|live|matching)/", ...db, ...base],
  "^app/mail/": ["^app/(integrations|models)/", ...db, ...base],
  "^app/auth/": ["^app/integrations/", "^db/column-types\\.ts$", ...knowledge],
  "^app/http/": ["^app/(auth|integrations)/", ...db, ...knowledge],
  "^app/jobs/": ["^app/(http|integrations)/", ...db, ...knowledge],
  "^app/operations/": ["^app/(integrations|matching|models)/", ...db, ...base],
  "^app/browser/": [pureFiles],
  "^app/ui/": ["^app/(browser|language)/(?!.*\\.server\\.)", pureFiles],
  "^app/forms/(?!.*\\.server\\.)": ["^app/(browser|language|ui)/(?!.*\\.server\\.)", pureFiles],
  "^app/forms/.*\\.server\\.": [
    "^app/(auth|forms|http|integrations)/",
    "^db/column-types\\.ts$",
    ...knowledge,
  ],
  "^app/components/": [
    "^app/(browser|language|ui)/(?!.*\\.server\\.)",
    "^app/forms/(?!.*\\.server\\.)",
    pureFiles,
  ],
  "^app/actions/": [
    "^app/(auth|components|forms|http|integrations|ui)/",
    "^db/column-types\\.ts$",
    ...knowledge,
  ],
  "^app/routes/": ["^app/(?!routes/|entry\\.)", "^db/column-types\\.ts$"],
  "^app/(root|entry\\.[a-z]+)\\.tsx$": ["^app/(?!routes/)"],
  "^app/[^/]+\\.ts$": ["^db/column-types\\.ts$", ...base],
  "^app/language/": ["^db/column-types\\.ts$", ...base],
  "^db/[^/]+$": [
    "^app/language/",
    "^app/(durations|env\\.server|query-errors\\.server|refusal|request-context\\.server)\\.ts$",
  ],
  "^db/seed/": ["^app/(models|matching)/", ...db, ...base],
  "^server\\.ts$": ["^app/(auth|components|http|jobs|live|matching|models|styles)/", "^db/", ...base],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "subjects-stand-on-what-they-share",
      severity: "error",
      from: { path: "^app/models/[^/]+$" },
      to: { path: "^app/models/[^/]+/" },
    },
    { name: "nobody-imports-a-route", severity: "error", from: {}, to: { path: "^app/routes/" } },
    {
      name: "one-handler-for-validated-form",
      severity: "error",
      from: { pathNot: "^app/forms/(basic-form|cover-field)" },
      to: { path: "node_modules/(remix-validated-form|@remix-validated-form)" },
    },
    {
      name: "one-handler-for-conform",
      severity: "error",
      from: { pathNot: "^app/forms/(parse-)?field-array-form" },
      to: { path: "node_modules/@conform-to" },
    },
    {
      name: "pure-files-know-only-zod",
      severity: "error",
      from: { path: pureFiles },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "pure-files-import-pure-files",
      severity: "error",
      from: { path: pureFiles },
      to: { path: "^(app|db|server\\.ts)", pathNot: pureFiles },
    },
    ...Object.entries(folders).map(([folder, allowed]) => ({
      name: `folder ${folder}`,
      severity: "error",
      from: { path: folder },
      to: { path: "^(app|db|server\\.ts)", pathNot: [folder, ...allowed] },
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
