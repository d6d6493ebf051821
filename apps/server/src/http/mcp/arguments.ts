import { z } from 'zod'

const node = z.looseObject({
  type: z.string().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})
const record = z.record(z.string(), z.unknown())

/**
 * Returns an argument in the form of its schema. Models send numbers, lists and objects as text, one word for a list,
 * and null for what they leave out; null for a text that is required is an empty one. What has no such reading stays as it is, and is refused by its schema.
 */
export function asSent(schema: unknown, value: unknown): unknown {
  const { type, items, properties = {}, required = [] } = node.parse(schema)
  switch (type) {
    case 'object': {
      const given = record.safeParse(parsed(value, '{'))
      if (!given.success) return value
      return Object.fromEntries(
        Object.entries(given.data)
          .filter(([key, each]) => each !== null || required.includes(key))
          .map(([key, each]) => [key, key in properties ? asSent(properties[key], each) : each]),
      )
    }
    case 'array': {
      const list = parsed(value, '[')
      return (Array.isArray(list) ? list : [list]).map((each) => asSent(items, each))
    }
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
    case 'string':
      if (value === null) return ''
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    default:
      return value
  }
}

/** Reads a text that is JSON of a list or an object; returns any other value as it is. */
function parsed(value: unknown, begin: '[' | '{'): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
