import { testDatabase } from '@cairn/testing/test-database'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

/** Pieces that a grammar trips over, mixed with anything at all. */
const PIECES = [
  ...[
    '(',
    ')',
    ',',
    '.',
    ':',
    '::',
    '->',
    '->>',
    '!',
    '*',
    '"',
    '\\',
    '{',
    '}',
    "'",
    ';',
    '--',
    '/*',
    '$1',
    '%',
    '_',
    ' ',
  ],
  ...[
    'not.',
    'eq.',
    'in.(',
    'is.null',
    'fts.',
    'fts(english).',
    'like.',
    'match.',
    'cs.',
    'ov.',
    'any',
    'and',
    'or',
    'inner',
  ],
  ...[
    'id',
    'name',
    'data',
    'tags',
    'seasons',
    'budget',
    'tasks',
    'people',
    'projects_owner',
    'owner_id',
    'count()',
    'int',
    'text',
  ],
  ...['0', '-1', '1e9', '99999999999999999999', 'null', '\u0000', '\ud800', 'é', '🜁', '\n', '{"a":', '[1]'],
]
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''))

/** As a browser would, except that halves of surrogate pairs stay what they are. */
function encode(value: string): string {
  return /[\ud800-\udfff]/u.test(value) ? value.replaceAll(/[&#%+]/g, '') : encodeURIComponent(value)
}

const parameter = fc.oneof(
  fc.tuple(
    fc.constantFrom('select', 'order', 'or', 'and', 'not.or', 'limit', 'offset', 'columns', 'on_conflict'),
    text,
  ),
  fc.tuple(
    fc.constantFrom('id', 'name', 'data->>size', 'tags', 'seasons', 'budget', 'tasks.done', 'started_at'),
    text,
  ),
  fc.tuple(text, text),
)
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((parameters) => parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&'))
const resource = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('projects', 'people', 'rpc/projects_of', 'rpc/add', 'rpc/letters'),
  },
  { weight: 1, arbitrary: text.map(encode) },
)
const headers = fc.record({
  prefer: fc.oneof(fc.constant('count=exact'), fc.string()),
  accept: fc.oneof(fc.constant('*/*'), fc.constant('application/vnd.pgrst.object+json'), fc.string()),
  range: fc.oneof(fc.constant('0-1'), fc.string()),
  'accept-profile': fc.oneof(
    { weight: 9, arbitrary: fc.constant('public') },
    { weight: 1, arbitrary: fc.string() },
  ),
})

/** A header that HTTP could not carry never reaches the API. */
function carried(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => /^[\x20-\x7e]+$/.test(value.trim())))
}

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 400)

async function expectSane(url: string, options: Parameters<typeof bench.request>[1]): Promise<void> {
  const answer = await bench.request(url, options)
  const shown = `${options?.method ?? 'GET'} ${url} → ${answer.status} ${answer.text}`
  expect(answer.status, shown).toBeLessThan(500)
  expect(answer.text, shown).not.toMatch(/"code":"(42601|XX000|54001)"/)
}

describe('whatever a caller sends', () => {
  it('in the URL and the headers is answered, and never as the server’s own fault', async () => {
    await fc.assert(
      fc.asyncProperty(resource, query, headers, (path, parameters, values) =>
        expectSane(`/${path}?${parameters}`, { headers: carried(values) }),
      ),
      { numRuns: RUNS },
    )
  })

  it('in the body is answered, and never as the server’s own fault', async () => {
    const body = fc.oneof(
      fc.json({ maxDepth: 4 }),
      text,
      fc.json().map((json) => `[${json}]`),
      fc
        .dictionary(fc.constantFrom('id', 'label', 'value', 'a', 'b'), fc.jsonValue())
        .map((row) => JSON.stringify(row)),
    )
    const target = fc.constantFrom('counters', 'rpc/add', 'rpc/greet', 'rpc/echo', 'rpc/total')
    await fc.assert(
      fc.asyncProperty(target, query, body, (path, parameters, json) =>
        expectSane(`/${path}?${parameters}`, {
          method: 'POST',
          body: json,
          headers: { prefer: 'return=representation' },
        }),
      ),
      { numRuns: RUNS },
    )
  })
})
