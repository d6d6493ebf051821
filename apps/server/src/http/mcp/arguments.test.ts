import { expect, it } from 'vitest'
import { z } from 'zod'
import { asSent } from './arguments.ts'
import { plainSchema } from './schemas.ts'

const input = z.object({
  word: z.string().optional(),
  skip: z.number().int().optional(),
  list: z.array(z.string()).optional(),
  conditions: z.array(z.object({ field: z.string(), values: z.array(z.string()) })).optional(),
  value: z.string().nullable().optional(),
  text: z.string(),
})
const schema = plainSchema(input, 'input')

it.each<[unknown, unknown]>([
  [{ skip: '25' }, { skip: 25 }],
  [{ skip: 'many' }, { skip: 'many' }],
  [{ list: '["a", "b"]' }, { list: ['a', 'b'] }],
  [{ list: 'a' }, { list: ['a'] }],
  [{ list: '[a' }, { list: ['[a'] }],
  [{ list: [1, true] }, { list: ['1', 'true'] }],
  [{ list: null, word: null, skip: null }, {}],
  [
    { conditions: '{"field": "vendor", "values": "Acme"}' },
    { conditions: [{ field: 'vendor', values: ['Acme'] }] },
  ],
  [{ conditions: ['{"field": "cost", "values": [3]}'] }, { conditions: [{ field: 'cost', values: ['3'] }] }],
  [{ text: null }, { text: '' }],
  ['{"word": "a"}', { word: 'a' }],
  ['[1]', '[1]'],
  [7, 7],
])('reads %j as %j', (sent, read) => {
  expect(asSent(schema, sent)).toEqual(read)
})

it('names no type for a value of several types, and no dialect', () => {
  expect(JSON.stringify(schema)).not.toMatch(/anyOf|\$schema|"type":\[|null/)
  expect(schema).toMatchObject({ type: 'object', properties: { value: {}, list: { type: 'array' } } })
})
