import { testDatabase } from '@cairn/testing/test-database'
import { casesToTry } from '@cairn/testing/tier'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../src/errors/api-error.ts'
import { prepare } from '../src/prepare.ts'
import { parseFilter, parseGroup } from '../src/request/filter.ts'
import { parseOrder } from '../src/request/order.ts'
import { parseSelect } from '../src/request/select.ts'
import { introspect } from '../src/schema-cache/introspect.ts'
import type { SchemaCache } from '../src/schema-cache/schema-cache.ts'
import { printFilter, printOrder, printSelect } from './workbench/print-query.ts'
import { ANYTHING, filters, orders, selects, type Vocabulary } from './workbench/queries.ts'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))
const RUNS = casesToTry('FUZZ_RUNS', { once: 100, repeated: 300 })

describe('a printed query', () => {
  it('parses to the same select', () => {
    fc.assert(
      fc.property(selects(ANYTHING), (items) => {
        expect(parseSelect(printSelect(items))).toEqual(items)
      }),
    )
  })

  it('parses to the same order', () => {
    fc.assert(
      fc.property(orders(ANYTHING), (terms) => {
        expect(parseOrder(printOrder(terms))).toEqual(terms)
      }),
    )
  })

  it('parses to the same filter', () => {
    fc.assert(
      fc.property(filters(ANYTHING), (filter) => {
        const [key, value] = printFilter(filter)
        const parsed = filter.kind === 'group' ? parseGroup(key, value) : parseFilter(key, value)
        expect(parsed).toEqual({ path: [], item: filter })
      }),
    )
  })
})

/** The names in the workbench, so that most queries are planned. */
const KNOWN: Vocabulary = {
  ...ANYTHING,
  columns: fc.constantFrom('id', 'name', 'data', 'tags', 'seasons', 'budget', 'active', 'number', 'initial'),
  relations: fc.constantFrom('tasks', 'people', 'projects', 'remarks', 'passports', 'led', 'owned_projects'),
  configs: fc.constantFrom('english', 'simple'),
}

describe('the statement of any request', () => {
  let cache: SchemaCache
  beforeAll(async () => {
    cache = await introspect(bench.pool, ['public'])
  })

  const requests = fc.record({
    table: fc.constantFrom('projects', 'people', 'tasks', 'remarks', 'owned_projects', 'rpc/projects_of'),
    select: selects(KNOWN),
    filter: filters(KNOWN),
    order: orders({ ...KNOWN, relations: fc.constantFrom('people', 'projects', 'led') }),
    method: fc.constantFrom('GET', 'HEAD', 'PATCH', 'DELETE', 'POST'),
    prefer: fc.constantFrom('return=representation, count=exact', 'return=minimal', 'missing=default'),
    accept: fc.constantFrom('*/*', 'text/csv', 'application/vnd.pgrst.object+json'),
  })

  it('is one that Postgres can prepare', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ table, select, filter, order, method, prefer, accept }) => {
        const parameters: [string, string][] = [
          ['select', printSelect(select)],
          printFilter(filter),
          ['order', printOrder(order)],
          ['person', '1'],
        ]
        const query = new URLSearchParams(table.startsWith('rpc/') ? parameters : parameters.slice(0, -1))
        const headers = new Headers({ prefer, accept })
        const http = {
          method,
          url: `/${table}?${query}`,
          headers,
          body: '{"name": "x"}',
          id: 'test',
          forwardedHeaders: {},
        }
        const statement = statementOrRefusal(cache, http)
        // A request that is refused does not count as a run.
        fc.pre(statement !== null)
        // The caller has to make types match; we have to get grammar, names and places right.
        const { code } = await describeStatement(statement.text)
        expect(['', ...CALLERS_OWN], statement.text).toContain(code)
      }),
      { numRuns: RUNS },
    )
  })

  /**
   * The SQLSTATEs of the caller's mistakes: operators and functions that a type does not have, ungrouped columns, and
   * unknown casts.
   */
  const CALLERS_OWN = ['42883', '42803', '42846', '42804', '42725']

  async function describeStatement(text: string): Promise<{ code: string }> {
    try {
      await bench.admin.unsafe(text).describe()
      return { code: '' }
    } catch (error) {
      return { code: error instanceof Error && 'code' in error ? String(error.code) : String(error) }
    }
  }
})

function statementOrRefusal(cache: SchemaCache, http: Parameters<typeof prepare>[1]) {
  try {
    return prepare(cache, http, {
      schemas: ['public'],
      rollback: false,
      limits: { maxRows: 100, aggregates: true },
    }).statement
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

describe('a filter', () => {
  /** Each operator with the same condition in SQL; the value is one of the column's own. */
  const CONDITIONS: Record<string, { values: readonly string[]; operators: Record<string, string> }> = {
    id: {
      values: ['1', '2', '3'],
      operators: { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' },
    },
    name: {
      values: ['Engine', 'E%', '%a%', 'C_mpiler'],
      operators: { eq: '=', like: 'like', ilike: 'ilike', gt: '>' },
    },
    budget: { values: ['100.50', '0', '2000'], operators: { eq: '=', lt: '<', gte: '>=' } },
    tags: { values: ['{maths}', '{}', '{language,iron}'], operators: { cs: '@>', cd: '<@', ov: '&&' } },
    seasons: { values: ['[2,6)', '[5,9)'], operators: { ov: '&&', sl: '<<', sr: '>>', adj: '-|-' } },
    active: { values: ['true', 'false'], operators: { eq: '=', isdistinct: 'is distinct from' } },
  }
  const one = fc
    .constantFrom(...Object.entries(CONDITIONS))
    .chain(([column, { values, operators }]) =>
      fc.tuple(
        fc.constant(column),
        fc.constantFrom(...Object.entries(operators)),
        fc.constantFrom(...values),
        fc.boolean(),
      ),
    )
    .map(([column, [operator, sql], value, negated]) => ({
      filter: `${column}.${negated ? 'not.' : ''}${operator}."${value}"`,
      condition: `${negated ? 'not ' : ''}(${column} ${sql} '${value}')`,
    }))
  const groups = fc.tuple(
    fc.constantFrom('and', 'or'),
    fc.array(one, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )

  it('gives the rows that the same condition in SQL gives', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async ([operator, members, negated]) => {
        const filter = members.map((member) => member.filter).join(',')
        const key = `${negated ? 'not.' : ''}${operator}`
        const condition = members.map((member) => member.condition).join(` ${operator} `)
        const { json } = await bench.request(
          `/projects?select=id&order=id&${key}=${encodeURIComponent(`(${filter})`)}`,
        )
        const rows = await bench.admin.unsafe(
          `select id from public.projects where ${negated ? 'not ' : ''}(${condition}) order by id`,
        )
        expect(json, `${key}=(${filter})`).toEqual([...rows])
      }),
      { numRuns: Math.min(RUNS, 200) },
    )
  })
})
