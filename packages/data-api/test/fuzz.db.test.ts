import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { testDatabase } from '@cairn/testing/test-database'
import { casesToTry } from '@cairn/testing/tier'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'), { aggregates: true })

/** Pieces of text that are hard for a grammar, mixed with arbitrary ones. */
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
    'budget.sum()',
    '...',
    '...people!projects_owner(',
    'initial',
    'led(',
    'owned_projects',
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
    arbitrary: fc.constantFrom(
      'projects',
      'people',
      'owned_projects',
      'rpc/projects_of',
      'rpc/add',
      'rpc/letters',
      'rpc/page',
      '',
    ),
  },
  { weight: 1, arbitrary: text.map(encode) },
)
const headers = fc.record({
  prefer: fc.oneof(fc.constant('count=exact'), fc.string()),
  accept: fc.oneof(
    fc.constantFrom('*/*', 'application/vnd.pgrst.object+json', 'text/csv', 'text/plain'),
    fc.string(),
  ),
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

/** Of each kind. A hundred thousand in all: `FUZZ_RUNS=50000 npx vitest run …/fuzz.db.test.ts`. */
const RUNS = casesToTry('FUZZ_RUNS', { once: 100, repeated: 400 })
const TIMEOUT_MS = 180_000 + RUNS * 20

async function expectSane(url: string, options: Parameters<typeof bench.request>[1]): Promise<void> {
  const answer = await bench.request(url, options)
  const shown = `${options?.method ?? 'GET'} ${url} → ${answer.status} ${answer.text}`
  expect(answer.status, shown).toBeLessThan(500)
  expect(answer.text, shown).not.toMatch(/"code":"(42601|XX000|54001)"/)
}

describe('whatever a caller sends', () => {
  it(
    'in the URL and the headers is answered, and never as the server’s own fault',
    async () => {
      await fc.assert(
        fc.asyncProperty(resource, query, headers, (path, parameters, values) =>
          expectSane(`/${path}?${parameters}`, { headers: carried(values) }),
        ),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'in the body is answered, and never as the server’s own fault',
    async () => {
      const body = fc.oneof(
        fc.json({ maxDepth: 4 }),
        text,
        fc.json().map((json) => `[${json}]`),
        fc
          .dictionary(fc.constantFrom('id', 'label', 'value', 'a', 'b'), fc.jsonValue())
          .map((row) => JSON.stringify(row)),
        fc
          .array(fc.array(text, { maxLength: 3 }), { maxLength: 3 })
          .map((lines) => `id,label\n${lines.join('\n')}`),
      )
      const target = fc.constantFrom(
        'counters',
        'rpc/add',
        'rpc/greet',
        'rpc/echo',
        'rpc/total',
        'rpc/shout',
        'rpc/size',
      )
      const type = fc.constantFrom(
        'application/json',
        'text/csv',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/octet-stream',
      )
      const method = fc.constantFrom('POST', 'PUT', 'PATCH')
      await fc.assert(
        fc.asyncProperty(target, query, body, type, method, (path, parameters, sent, contentType, verb) =>
          expectSane(`/${path}?${parameters}`, {
            method: verb,
            body: sent,
            headers: { prefer: 'return=representation', 'content-type': contentType },
          }),
        ),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'is forgotten afterwards',
    async () => {
      setFlagsFromString('--expose-gc')
      const collect: unknown = runInNewContext('gc')
      const used = () => {
        if (typeof collect === 'function') collect()
        return process.memoryUsage().heapUsed / 2 ** 20
      }
      const ask = (number: number) => bench.request(`/projects?name=eq.${number}&select=id,a${number}:name`)
      // Caches are full, and the engine has optimized the code that runs often, before the first measurement.
      for (let number = 0; number < 600; number += 1) await ask(number)
      const before = used()
      for (let number = 0; number < RUNS; number += 1) await ask(1_000 + number)
      expect(used() - before).toBeLessThan(16)
    },
    TIMEOUT_MS,
  )
})
