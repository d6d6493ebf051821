import type { ServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import type { Session } from './session.ts'

const NEVER_ANSWERS = 'https://hooks.acme.example/cairn'

/**
 * Gives an account, beside the rows that OWN names, what machines and files bring: tokens, a service account, a webhook, calls
 * of heartbeats, pushed and imported records, an invitation, and records of each kind in the bin with all that hung on
 * them.
 */
export async function arrangeMachines(cairn: ServerProcess, ada: Session): Promise<void> {
  await ada.post('rpc/make_api_token', { name: 'Report', scopes: ['systems:read'], days: 365 })
  const service_account = z.string().parse(await ada.call('add_service_account', { name: 'Robot' }))
  await ada.post('rpc/make_api_token', { name: 'Robot', scopes: ['agents:read'], days: 90, service_account })
  const { id: webhook } = z.object({ id: z.string() }).parse(
    await ada.call('create_webhook', {
      ...{ name: 'Board', url: NEVER_ANSWERS, format: 'standard', events: ['record.created'] },
    }),
  )
  await ada.call('pause_webhook', { webhook, pauses: true })
  await ada.call('invite_member', { email_param: 'noa@else.test', name_param: 'Noa New' })
  await ada.patch(`systems?id=eq.${ID.ledger}`, { tags: [OWN.tag], own: { seats: 12 }, vendor: 'Books' })
  await importAgents(ada)
  await pushAgents(ada)
  await binOfEachKind(cairn, ada)
}

async function importAgents(ada: Session): Promise<void> {
  const plan = z
    .string()
    .parse(await ada.call('start_import', { kind: 'agent', file_name: 'agents.csv', match_key: 'name' }))
  const rows = ['Sorter', 'Writer'].map((name, index) => ({
    row: index + 1,
    values: { name, platform: 'OpenAI', vendor: 'Acme', source_id: `a${index}` },
  }))
  await ada.call('add_import_rows', { import: plan, rows })
  await ada.call('check_import', { import: plan })
  await ada.call('apply_import', { import: plan })
}

async function pushAgents(ada: Session): Promise<void> {
  const { key } = z
    .looseObject({ key: z.string() })
    .parse(await ada.call('add_found_source', { name: 'Scanner' }))
  await ada.call('push_found', {
    ...{
      key,
      kind: 'agent',
      records: [{ source_id: 's1', name: 'Scanned', vendor: 'Acme', tags: ['finance'] }],
    },
  })
}

/** An automation that has run, an agent that an expert knows, and a solution that rests on both: in the bin. */
async function binOfEachKind(cairn: ServerProcess, ada: Session): Promise<void> {
  const make = async (table: string, row: object) => (await ada.post(table, row))[0]?.id ?? ''
  const automation = await make('automations', { name: 'Retired job', source: 'Zapier', owner_id: ID.user })
  const agent = await make('agents', { name: 'Retired agent', platform: 'OpenAI', tags: [OWN.tag] })
  const solution = await make('solutions', {
    ...{
      name: 'Retired portal',
      related_systems: [ID.billing],
      links: [{ purpose: 'docs', title: 'Guide', url: 'https://acme.example/' }],
    },
  })
  await ada.post('record_experts', { kind: 'agent', record_id: agent, expert_id: ID.viewer })
  await ada.post('solution_automations', { solution_id: solution, automation_id: automation })
  await ada.post('solution_agents', { solution_id: solution, agent_id: agent })
  const { token } = z
    .looseObject({ token: z.string() })
    .parse(await ada.call('give_heartbeat', { kind: 'automation', record_id: automation }))
  await fetch(`${cairn.url}/p/${token}`, { method: 'POST', body: 'went well' })
  await fetch(`${cairn.url}/p/${token}/fail`, { method: 'POST', body: 'went wrong' })
  for (const [kind_param, id] of [
    ['solution', solution],
    ['agent', agent],
    ['automation', automation],
  ])
    await ada.post('rpc/delete_records', { kind_param, ids: [id], reason_param: 'Replaced' })
}
