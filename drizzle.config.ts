// Where drizzle-kit finds the schema and writes migrations.
export default { dialect: "turso", schema: "./db/schema.ts", out: "./db/migrations" };
