import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { asSent } from './arguments.ts'

const json = z.json()
export type Json = z.infer<typeof json>

/**
 * Returns a JSON Schema that every model's function calling takes: without `$schema`, `anyOf` and lists of types. A
 * value of several types, such as one that may be null, has no type.
 */
export function plainSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, Json> {
  return z.record(z.string(), json).parse(plain(json.parse(z.toJSONSchema(schema, { io }))))
}

function plain(node: Json): Json {
  if (Array.isArray(node)) return node.map(plain)
  if (node === null || typeof node !== 'object') return node
  const { $schema: _, anyOf, type, ...rest } = node
  const isOfOne = anyOf === undefined && type !== undefined && !Array.isArray(type)
  const plainRest = Object.entries(rest).map(([key, value]) => [key, plain(value)] as const)
  return Object.fromEntries(isOfOne ? [['type', plain(type)], ...plainRest] : plainRest)
}

/** Makes the schema of a tool's arguments: plain, and taking arguments in the forms in which models send them. */
export function argumentsOf<Input extends z.ZodObject>(
  input: Input,
): StandardSchemaWithJSON<unknown, z.output<Input>> {
  const schema = plainSchema(input, 'input')
  return {
    '~standard': {
      ...{ version: 1, vendor: 'cairn' },
      validate: (given) => input['~standard'].validate(asSent(schema, given)),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

/** Makes the schema of a tool's answer, in its plain form. */
export function answerOf<Output extends z.ZodObject>(
  output: Output,
): StandardSchemaWithJSON<unknown, z.output<Output>> {
  const schema = plainSchema(output, 'output')
  return {
    '~standard': {
      ...{ version: 1, vendor: 'cairn' },
      validate: (given) => output['~standard'].validate(given),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}
