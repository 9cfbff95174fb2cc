// Where drizzle-kit finds the schema and writes migrations.
import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "turso", schema: "./db/schema.ts", out: "./db/migrations" });
