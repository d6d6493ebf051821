import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@cairn/testing/test-database'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDataApi } from '../../src/handler.ts'
import { ADA, useWorkbench } from '../workbench/workbench.ts'
import { ANSWERS, HINTS, POSITIONS, RAISED } from './answers.cases.ts'
import { CALLS } from './calls.cases.ts'
import { expectAnswer, named } from './expect-answer.ts'
import { EXTENSIONS } from './extensions.cases.ts'
import { LISTS, LOGIC, OPERATORS, VALUES } from './filters.cases.ts'
import { ARGUMENTS, RESULTS } from './functions.cases.ts'
import { MEDIA } from './media.cases.ts'
import { RANGES } from './ranges.cases.ts'
import { REFUSALS } from './refusals.cases.ts'
import { RELATIONS } from './relations.cases.ts'
import { REPRESENTATIONS, VIEW_WRITES } from './representations.cases.ts'
import { EMBEDS, SELECTS, TWICE } from './selects.cases.ts'
import { EMPTY_SPREADS, SPREAD_ORDERS } from './spreads.cases.ts'
import { WRITES } from './writes.cases.ts'

const bench = useWorkbench(() => testDatabase('auth'), { extraSearchPath: ['public', 'extensions'] })

beforeAll(async () => {
  await bench.admin.unsafe(readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8'))
  await bench.api.reloadSchema()
})

describe.each([
  ['values', VALUES],
  ['lists', LISTS],
  ['logic', LOGIC],
  ['operators', OPERATORS],
  ['ranges', RANGES],
  ['refusals', REFUSALS],
  ['selects', SELECTS],
  ['embeds', EMBEDS],
  ['a column that is shown twice', TWICE],
  ['calls', CALLS],
  ['results of functions', RESULTS],
  ['arguments of functions', ARGUMENTS],
  ['media types', MEDIA],
  ['relationships', RELATIONS],
  ['extensions', EXTENSIONS],
  ['refusals that functions raise', RAISED],
  ['hints', HINTS],
  ['positions', POSITIONS],
  ['answers', ANSWERS],
  ['spreads of nothing', EMPTY_SPREADS],
  ['orders by what is spread', SPREAD_ORDERS],
])('%s', (_what, cases) => {
  it.each(named(cases))('%s', (_title, wanted) => expectAnswer(bench, wanted))
})

describe('an operator of an extension', () => {
  it('is no operator where its schema is not searched: 400, as PostgREST says it', async () => {
    const options = { schemas: ['public'], maxRows: 10, extraSearchPath: ['public'], observe: () => {} }
    const api = await createDataApi({ pool: bench.pool, ...options })
    const http = { id: 'x', method: 'GET', headers: new Headers(), body: null, forwardedHeaders: {} }
    const response = await api.handle({ ...http, url: '/shelves?path=cd.hall' }, ADA)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: '42725' })
  })
})

describe('writes', () => {
  beforeEach(async () => {
    await bench.admin.unsafe(`
      truncate public.counters, public.gauges restart identity;
      insert into public.counters (label, value) values ('one', 1), ('two', 2)`)
  })

  it.each(named(WRITES))('%s', (_title, wanted) => expectAnswer(bench, wanted))
})

describe('domains and views that are written', () => {
  beforeEach(async () => {
    await bench.admin.unsafe(`
      truncate public.paints, public.walls;
      insert into public.paints values (1, 'Red', 16711680), (2, 'Blue', 255), (3, 'Clear', null);
      insert into public.walls values (1, 1);
      delete from public.club_people where person_id = 3`)
  })

  it.each(named([...REPRESENTATIONS, ...VIEW_WRITES]))('%s', (_title, wanted) => expectAnswer(bench, wanted))
})
