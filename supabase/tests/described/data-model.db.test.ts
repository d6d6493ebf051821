import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { routinesOf, tablesOf } from './catalogue.ts'
import { dataModel } from './data-model.ts'
import { rightsOf } from './rights.ts'

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'develop', 'data-model.md')

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // The rows that the cast lacks: a note, a report, and links of a colleague's solution.
  await stage.admin.unsafe(`
    insert into public.login_attempts (email, success, source) values ('uma@acme.test', false, 'browser');
    insert into public.security_audit_log (account_id, user_id, action, resource_type, source)
    values ('${ID.acme}', '${ID.user}', 'profile_viewed', 'profile', 'browser');
    insert into public.solution_agents (account_id, solution_id, agent_id)
    values ('${ID.acme}', '${ID.intranet}', '${ID.oracle}');
    insert into public.solution_automations (account_id, solution_id, automation_id)
    values ('${ID.acme}', '${ID.intranet}', '${ID.reminders}')`)
})
afterAll(() => stage?.close())

it('docs/develop/data-model.md describes the database; otherwise: npm run data-model', async () => {
  const [tables, hidden, routines] = await Promise.all([
    tablesOf(stage.admin, 'public'),
    tablesOf(stage.admin, 'private'),
    routinesOf(stage.admin, 'public'),
  ])
  const rights = await rightsOf(
    stage.admin,
    tables.map(({ name }) => name),
  )
  await expect(dataModel({ tables, hidden, rights, routines })).toMatchFileSnapshot(FILE)
})
