import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Case, policyCases, tablesOf } from '../support/matrix.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { ACT_CASES } from './acts.cases.ts'
import { ALERT_CASES } from './alerts.cases.ts'
import { ARCHIVE_CASES } from './archives.cases.ts'
import { ARTICLE_CASES } from './articles.cases.ts'
import { AUDIT_CASES } from './audit.cases.ts'
import { BIN_CASES } from './bin.cases.ts'
import { CATALOGUE_CASES } from './catalogue.cases.ts'
import { EXPERT_CASES } from './experts.cases.ts'
import { FIELD_CASES } from './fields.cases.ts'
import { FOUND_CASES } from './found.cases.ts'
import { GAP_CASES } from './gaps.cases.ts'
import { GROUP_CASES } from './groups.cases.ts'
import { HANDOVER_CASES } from './handovers.cases.ts'
import { HEARTBEAT_CASES } from './heartbeats.cases.ts'
import { HISTORY_CASES } from './history.cases.ts'
import { IMPORT_CASES } from './imports.cases.ts'
import { INVITATION_CASES } from './invitations.cases.ts'
import { INVITED_OWNER_CASES } from './invited-owners.cases.ts'
import { LINK_CASES } from './links.cases.ts'
import { OWN_CASES } from './own.cases.ts'
import { PEOPLE_CASES } from './people.cases.ts'
import { PROCEDURE_CASES } from './procedures.cases.ts'
import { RECORD_CASES } from './records.cases.ts'
import { RELATION_CASES } from './relations.cases.ts'
import { SUGGESTION_CASES } from './suggestions.cases.ts'
import { SYSTEM_CASES } from './systems.cases.ts'
import { TAG_CASES } from './tags.cases.ts'
import { TEAM_CASES } from './teams.cases.ts'
import { TOKEN_CASES } from './tokens.cases.ts'
import { VIEW_CASES } from './views.cases.ts'
import { WEBHOOK_CASES } from './webhooks.cases.ts'

const CASES: Readonly<Record<string, readonly Case[]>> = {
  people: PEOPLE_CASES,
  invitations: INVITATION_CASES,
  procedures: PROCEDURE_CASES,
  systems: SYSTEM_CASES,
  catalogue: CATALOGUE_CASES,
  experts: EXPERT_CASES,
  'invited owners': INVITED_OWNER_CASES,
  links: LINK_CASES,
  articles: ARTICLE_CASES,
  gaps: GAP_CASES,
  history: HISTORY_CASES,
  handovers: HANDOVER_CASES,
  bin: BIN_CASES,
  records: RECORD_CASES,
  audit: AUDIT_CASES,
  own: OWN_CASES,
  acts: ACT_CASES,
  archives: ARCHIVE_CASES,
  fields: FIELD_CASES,
  tags: TAG_CASES,
  imports: IMPORT_CASES,
  found: FOUND_CASES,
  heartbeats: HEARTBEAT_CASES,
  tokens: TOKEN_CASES,
  relations: RELATION_CASES,
  alerts: ALERT_CASES,
  suggestions: SUGGESTION_CASES,
  teams: TEAM_CASES,
  groups: GROUP_CASES,
  views: VIEW_CASES,
  webhooks: WEBHOOK_CASES,
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

for (const [area, cases] of Object.entries(CASES)) describe(area, () => policyCases(() => stage, cases))

it('speaks of every table', async () => {
  const tables = await stage.admin<{ name: string }[]>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`
  const tried = tablesOf(Object.values(CASES).flat())
  expect(tables.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
