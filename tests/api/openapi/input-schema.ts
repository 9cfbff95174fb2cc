// The JSON Schema of what a schema takes: its input, before anything is trimmed or converted.
import { z } from "zod";

/** As much of JSON Schema as the description of the API uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  default?: unknown;
  [limit: `${"min" | "max"}${string}`]: number;
};

/** Describes the input of a schema; throws for kinds that no schema of the API uses. */
export function inputSchema(schema: z.ZodTypeAny): JsonSchema {
  if (schema instanceof z.ZodEffects) {
    const inner = inputSchema(schema.innerType());
    return schema._def.effect.type === "preprocess" ? withText(inner) : inner;
  }
  if (schema instanceof z.ZodPipeline) return inputSchema(schema._def.in);
  if (schema instanceof z.ZodOptional) return inputSchema(schema.unwrap());
  if (schema instanceof z.ZodCatch) return inputSchema(schema.removeCatch());
  if (schema instanceof z.ZodDefault)
    return { ...inputSchema(schema.removeDefault()), default: schema._def.defaultValue() };
  if (schema instanceof z.ZodNullable) {
    const inner = inputSchema(schema.unwrap());
    return typeof inner.type === "string"
      ? { ...inner, type: [inner.type, "null"] }
      : { anyOf: [inner, { type: "null" }] };
  }
  if (schema instanceof z.ZodObject) return objectSchema(schema.shape);
  if (schema instanceof z.ZodIntersection)
    return { allOf: [inputSchema(schema._def.left), inputSchema(schema._def.right)] };
  if (schema instanceof z.ZodDiscriminatedUnion)
    return { anyOf: schema.options.map((option: z.ZodTypeAny) => inputSchema(option)) };
  if (schema instanceof z.ZodArray) {
    const { minLength, maxLength } = schema._def;
    return {
      type: "array",
      items: inputSchema(schema.element),
      ...limits("Items", minLength?.value, maxLength?.value),
    };
  }
  if (schema instanceof z.ZodString) {
    return {
      type: "string",
      ...(schema.isUUID ? { format: "uuid" } : {}),
      ...limits("Length", schema.minLength, schema.maxLength),
    };
  }
  if (schema instanceof z.ZodNumber)
    return { type: schema.isInt ? "integer" : "number", ...limits("imum", schema.minValue, schema.maxValue) };
  if (schema instanceof z.ZodBoolean) return { type: "boolean" };
  if (schema instanceof z.ZodNull) return { type: "null" };
  if (schema instanceof z.ZodEnum) return { enum: schema.options };
  if (schema instanceof z.ZodLiteral) return { const: schema.value };
  // Rules across fields, beside the object that has them.
  if (schema instanceof z.ZodRecord) return { type: "object" };
  throw new Error(`No JSON Schema for a ${schema._def.typeName}`);
}

function objectSchema(shape: z.ZodRawShape): JsonSchema {
  const fields = Object.entries(shape);
  // Null and missing mean the same where nothing else is allowed.
  const required = fields.filter(([, field]) => !field.isOptional() && !field.isNullable());
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, inputSchema(field)])),
    ...(required.length ? { required: required.map(([name]) => name) } : {}),
  };
}

/** Fields also take a number in digits, such as a member's id. */
function withText(schema: JsonSchema): JsonSchema {
  const [first, ...rest] = [schema.type ?? []].flat();
  return first === "integer" ? { ...schema, type: [...new Set([first, "string", ...rest])] } : schema;
}

function limits(of: "Length" | "Items" | "imum", min?: number | null, max?: number | null) {
  return {
    ...(typeof min === "number" ? { [`min${of}`]: min } : {}),
    ...(typeof max === "number" && max < Number.MAX_SAFE_INTEGER ? { [`max${of}`]: max } : {}),
  };
}
