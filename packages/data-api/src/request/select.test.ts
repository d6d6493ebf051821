import { describe, expect, it } from 'vitest'
import { parseSelect, type SelectItem } from './select.ts'

const field = (name: string, rest: Partial<Extract<SelectItem, { kind: 'field' }>> = {}): SelectItem => ({
  kind: 'field',
  field: { name, path: [] },
  alias: null,
  cast: null,
  ...rest,
})
const embed = (target: string, rest: Partial<Extract<SelectItem, { kind: 'embed' }>> = {}): SelectItem => ({
  kind: 'embed',
  spread: false,
  target,
  alias: null,
  hint: null,
  inner: false,
  items: [field('id')],
  ...rest,
})

describe('parseSelect', () => {
  it.each<[string, SelectItem[]]>([
    ['', []],
    ['*', [{ kind: 'all' }]],
    ['id,name', [field('id'), field('name')]],
    [
      'with space,with-dash,$dollar,123',
      [field('with space'), field('with-dash'), field('$dollar'), field('123')],
    ],
    ['größe', [field('größe')]],
    ['"a.b","c,d"', [field('a.b'), field('c,d')]],
    ['t:name', [field('name', { alias: 't' })]],
    ['name::text', [field('name', { cast: 'text' })]],
    ['t:name::text', [field('name', { alias: 't', cast: 'text' })]],
    [
      'data->a->>b-c->0->>-1',
      [
        field('data', {
          field: {
            name: 'data',
            path: [
              { asText: false, operand: { key: 'a' } },
              { asText: true, operand: { key: 'b-c' } },
              { asText: false, operand: { index: 0 } },
              { asText: true, operand: { index: -1 } },
            ],
          },
        }),
      ],
    ],
    [
      'data->1a',
      [field('data', { field: { name: 'data', path: [{ asText: false, operand: { key: '1a' } }] } })],
    ],
    [
      'data->"x.y"',
      [field('data', { field: { name: 'data', path: [{ asText: false, operand: { key: 'x.y' } }] } })],
    ],
    ['people(id)', [embed('people')]],
    ['boss:people(id)', [embed('people', { alias: 'boss' })]],
    ['people!owner(id)', [embed('people', { hint: 'owner' })]],
    ['people!inner(id)', [embed('people', { inner: true })]],
    ['people!left(id)', [embed('people')]],
    ['people!owner!inner(id)', [embed('people', { hint: 'owner', inner: true })]],
    ['people!inner!owner(id)', [embed('people', { hint: 'owner', inner: true })]],
    ['people()', [embed('people', { items: [] })]],
    [
      'id, people( id , tasks(id) )',
      [field('id'), embed('people', { items: [field('id'), embed('tasks')] })],
    ],
  ])('%s', (text, items) => {
    expect(parseSelect(text)).toEqual(items)
  })

  it.each([
    ['id,', 3, 'end of input'],
    ['people(id', 9, 'end of input'],
    ['name::', 6, 'end of input'],
    ['*x', 1, "'x'"],
    ['id!x', 4, 'end of input'],
    ['data->>-78xy', 7, '"-"'],
  ])('refuses %s at %i', (text, position, found) => {
    expect(() => parseSelect(text)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse select parameter (${text})" (line 1, column ${position + 1})`,
        details: expect.stringContaining(`unexpected ${found} expecting`),
      }),
    )
  })
})
