import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** The entities by their specified names: each column is there, whatever rules have added besides. */
const ENTITIES: readonly [title: string, table: string, columns: string][] = [
  ['[DATA-07] accounts', 'accounts', 'id name'],
  [
    '[DATA-08] [DATA-12] account_members',
    'account_members',
    'id user_id account_id role permission_level department knowledge_areas contribution_count',
  ],
  [
    '[DATA-09] [DATA-12] profiles',
    'profiles',
    `id email name permission_level avatar bio job_role department privacy_email_visible privacy_bio_visible
     privacy_job_visible privacy_department_visible`,
  ],
  ['[DATA-20] domain_blacklist', 'domain_blacklist', 'domain'],
  ['[DATA-21] login_attempts', 'login_attempts', 'email success attempted_at'],
  [
    '[DATA-22] [DATA-25] systems',
    'systems',
    'id name description created_at owner_id account_id status details created_by updated_at',
  ],
  [
    '[DATA-27] [DATA-29] solutions',
    'solutions',
    `id name description created_at owner_id account_id status use_cases users related_systems details created_by
     updated_at`,
  ],
  [
    '[DATA-30] [DATA-31] agents',
    'agents',
    'id name platform description status account_id created_by created_at updated_at last_used updated_by',
  ],
  [
    '[DATA-32] [DATA-33] automations',
    'automations',
    'id name source description status last_run created_at webhook_url account_id created_by updated_by',
  ],
  ['[DATA-34] system_experts', 'system_experts', 'system_id expert_id assigned_by'],
  [
    '[DATA-36] knowledge_articles',
    'knowledge_articles',
    'id account_id author_id system_id title excerpt content category created_at updated_at',
  ],
  ['[DATA-40] app_features', 'app_features', 'id account_id feature_name enabled updated_at updated_by'],
  [
    '[DATA-41] security_audit_log',
    'security_audit_log',
    'id account_id user_id action resource_type resource_id details user_agent ip_address created_at',
  ],
  ['[DATA-46] password_history', 'password_history', 'user_id password_hash'],
  [
    '[DATA-47] security_rate_limits',
    'security_rate_limits',
    'id user_id action_type attempts window_start blocked_until created_at',
  ],
]

for (const [title, table, columns] of ENTITIES) {
  it(title, async () => {
    const rows = await stage.admin<{ column_name: string }[]>`
      select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    expect(rows.map((row) => row.column_name)).toEqual(expect.arrayContaining(columns.split(/\s+/)))
  })
}
