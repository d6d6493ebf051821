import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyCases, tablesOf } from '../support/matrix.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { INVITATION_CASES } from './invitations.cases.ts'
import { PEOPLE_CASES } from './people.cases.ts'
import { RECORD_CASES } from './records.cases.ts'
import { SYSTEM_CASES } from './systems.cases.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('people', () => policyCases(() => stage, PEOPLE_CASES))
describe('invitations', () => policyCases(() => stage, INVITATION_CASES))
describe('systems', () => policyCases(() => stage, SYSTEM_CASES))
describe('records', () => policyCases(() => stage, RECORD_CASES))

it('speaks of every table', async () => {
  const tables = await stage.admin<{ name: string }[]>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`
  const tried = tablesOf([...PEOPLE_CASES, ...INVITATION_CASES, ...SYSTEM_CASES, ...RECORD_CASES])
  expect(tables.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
