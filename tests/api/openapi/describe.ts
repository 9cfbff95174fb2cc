// The OpenAPI description of the JSON API (docs/openapi.json), made from what its routes declare: inputs from their schemas,
// answers from the types that the operations return.
import { resolve } from "node:path";
import ts from "typescript";
import type { Operation } from "~/http/api.server";
import { routes, servedAt } from "../../routes";
import { inputSchema, type JsonSchema } from "./input-schema";

/** A route of the JSON API: its path as OpenAPI writes it, its file, and its operations by method. */
type ApiRoute = { path: string; file: string; operations: Record<string, Operation> };
/** An operation's answer in the description: none with a status of 204. */
type Response = { description: string; content?: { "application/json": { schema: JsonSchema } } };
type PathItem = Record<string, { responses: Record<string, Response> }>;

/** The routes that declare operations under /api. */
async function listApiRoutes(): Promise<ApiRoute[]> {
  const found: ApiRoute[] = [];
  for (const { id, file } of Object.values(routes)) {
    const path = servedAt(id);
    if (!path.startsWith("/api/")) continue;
    const at = resolve("app", file);
    const module: { loader?: Partial<ApiRoute>; default?: unknown } = await import(/* @vite-ignore */ at);
    const { operations } = module.loader ?? {};
    if (!operations && !module.default && !path.endsWith("*"))
      throw new Error(`${file} declares no operations`);
    if (operations) found.push({ path: path.replace(/:(\w+)/g, "{$1}"), file: at, operations });
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The description of all of them. */
export async function describeApi() {
  const routes = await listApiRoutes();
  const { describeAnswers, components } = answersOf(routes.map(({ file }) => file));
  const paths = routes.map(({ path, file, operations }) => {
    const answers = describeAnswers(file);
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const methods = Object.entries(operations).map(([method, operation]) => [
      method.toLowerCase(),
      describeOperation(method, operation, answers[method]),
    ]);
    return [path, { ...(parameters.length ? { parameters } : {}), ...Object.fromEntries(methods) }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "B-Side", version: "1", description: "Signing in and conventions: see api.md." },
    servers: [{ url: "/" }],
    security: [{ session: [] }],
    paths: Object.fromEntries(paths) as Record<string, PathItem>,
    components: {
      responses: { Refusal: { description: "One sentence: see api.md", content: { "text/plain": {} } } },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function describeOperation(method: string, operation: Operation, answer: Answer | undefined) {
  const { schema, takesFile, status = 200 } = operation;
  const input = schema && inputSchema(schema);
  const content = takesFile
    ? { "application/octet-stream": {} }
    : input && method !== "GET" && { "application/json": { schema: input } };
  const query = input && (method === "GET" || takesFile) ? parametersOf(input) : [];
  const description = status === 200 ? "The result" : status === 201 ? "Created" : "Done";
  const body = status === 204 ? {} : { content: { "application/json": { schema: answer?.schema ?? {} } } };
  return {
    ...(answer?.description ? { description: answer.description } : {}),
    ...(query.length ? { parameters: query } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [status]: { description, ...body },
      default: { $ref: "#/components/responses/Refusal" },
    },
  };
}

function parametersOf({ allOf, properties, required = [] }: JsonSchema): object[] {
  if (allOf) return allOf.flatMap(parametersOf);
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }));
}

type Answer = { schema: JsonSchema; description: string };

/** Reads the types of answers, and collects the named ones as components. */
function answersOf(files: string[]) {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram([...files, "env.d.ts"], { ...options, incremental: false });
  const checker = program.getTypeChecker();
  const components = new Map<string, JsonSchema>();
  const named = new Map<string, ts.Type>();

  function describeAnswers(file: string): Record<string, Answer> {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const loader = module && checker.getExportsOfModule(module).find(({ name }) => name === "loader");
    const declared = loader && checker.getPropertyOfType(checker.getTypeOfSymbol(loader), "operations");
    if (!declared) throw new Error(`No operations in ${file}`);
    return Object.fromEntries(
      checker.getPropertiesOfType(checker.getTypeOfSymbol(declared)).map((method) => {
        const run = checker.getPropertyOfType(checker.getTypeOfSymbol(method), "run");
        const returned = run && checker.getTypeOfSymbol(run).getCallSignatures()[0]?.getReturnType();
        if (!returned) throw new Error(`${method.name} in ${file} returns nothing`);
        const description = ts.displayPartsToString(method.getDocumentationComment(checker));
        return [method.name, { schema: schemaOf(bodyOf(returned)), description }];
      }),
    );
  }

  /** The type that a promise resolves to; for a response, that of its JSON. */
  function bodyOf(promise: ts.Type): ts.Type {
    const result = checker.getNonNullableType(checker.getAwaitedType(promise) ?? promise);
    const json = checker.getPropertyOfType(result, "json");
    if (!json) return checker.getAwaitedType(promise) ?? promise;
    const answered = checker.getTypeOfSymbol(json).getCallSignatures()[0]?.getReturnType();
    return (answered && checker.getAwaitedType(answered)) ?? result;
  }

  /** A reference to a type with a name of its own, else its shape. */
  function schemaOf(type: ts.Type): JsonSchema {
    const symbol = type.aliasSymbol ?? type.symbol;
    const declaredIn = symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
    const isOurs = /\/(app|db)\/[^.]/.test(declaredIn) && /^[A-Z]/.test(symbol?.name ?? "");
    if (!symbol || !isOurs || type.aliasTypeArguments || (named.get(symbol.name) ?? type) !== type)
      return shapeOf(type);
    if (!named.has(symbol.name)) {
      named.set(symbol.name, type);
      components.set(symbol.name, shapeOf(type));
    }
    return { $ref: `#/components/schemas/${symbol.name}` };
  }

  function shapeOf(type: ts.Type): JsonSchema {
    if (isUndefined(type)) return {};
    if (type.isUnion()) return unionOf(type.types);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
    if (isText(type)) return { type: "string" };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.symbol?.name === "Date") return { type: "string", format: "date-time" };
    if (checker.isArrayLikeType(type)) {
      const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return { type: "array", ...(item ? { items: schemaOf(item) } : {}) };
    }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      throw new Error(`No JSON for ${checker.typeToString(type)}`);
    return objectOf(type);
  }

  function unionOf(types: ts.Type[]): JsonSchema {
    const shapes = types.filter((type) => !isUndefined(type)).map(schemaOf);
    const constants = shapes.flatMap((shape) => ("const" in shape ? [shape.const] : [])).sort();
    const isBoolean = constants.includes(true) && constants.includes(false);
    const choice = isBoolean ? { type: "boolean" } : { enum: constants };
    // The compiler's order of a union's parts changes with the order of the files.
    const others = new Set(shapes.flatMap((shape) => ("const" in shape ? [] : [JSON.stringify(shape)])));
    const parts = [
      ...[...others].sort().map((text) => JSON.parse(text)),
      ...(constants.length ? [choice] : []),
    ];
    return parts.length === 1 ? parts[0] : { anyOf: parts };
  }

  function objectOf(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const value = checker.getTypeOfSymbol(property);
      if (isUndefined(value)) continue;
      properties[property.name] = schemaOf(value);
      const parts = value.isUnion() ? value.types : [value];
      if (!(property.flags & ts.SymbolFlags.Optional) && !parts.some(isUndefined))
        required.push(property.name);
    }
    return { type: "object", properties, ...(required.length ? { required } : {}) };
  }

  return { describeAnswers, components };
}

function isUndefined({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0;
}

/** True for text, with a brand or without one. */
function isText(type: ts.Type): boolean {
  return type.isIntersection() ? type.types.some(isText) : (type.flags & ts.TypeFlags.StringLike) !== 0;
}
