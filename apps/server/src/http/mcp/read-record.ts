import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { BUILT_IN_KEYS } from '@cairn/workspace/port/records/fields'
import { z } from 'zod'
import { maintenanceOf, windowShape } from './maintenance.ts'
import { textOfRecord } from './marked.ts'
import { ownFieldsOf, ownValueShape, ownValuesOf } from './own-fields.ts'
import { KINDS, linkOf, needKind, noSuchRecord, peopleOf, personShape, tableOf } from './records.ts'
import { teamShape, teamsOf } from './teams.ts'
import { missingScopes, type ToolCall } from './tool.ts'

const COLUMNS = [
  ...['name', 'description', 'status', 'owner_id', 'team_id', 'created_at', 'updated_at'],
  ...BUILT_IN_KEYS,
  ...['links', 'tags', 'own'],
].join(',')

/** The additional columns of some kinds. An automation's webhook may hold a secret, so it is left out. */
const OWN_COLUMNS: Partial<Record<CatalogueKind, string>> = {
  automation: ',source,last_run',
  agent: ',platform,last_used',
}

const linkShape = z.object({ purpose: z.string(), title: z.string(), url: z.string() })

const row = z.looseObject({
  name: z.string(),
  description: z.string(),
  status: z.string(),
  owner_id: z.string().nullable(),
  team_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  links: z.array(linkShape),
  tags: z.array(z.string()),
  own: z.record(z.string(), z.unknown()),
  last_run: z.string().nullish(),
  last_used: z.string().nullish(),
})

const expert = z.object({ expert_id: z.string() })
const tag = z.object({ name: z.string() })

const heartbeatShape = z.object({
  last_at: z.string().nullable().describe('When it last reported that a run ended.'),
  last_outcome: z.string().nullable(),
  due_at: z.string().nullable().describe('When the next run is expected.'),
  trouble: z.string().nullable().describe('late or failing; null when all is well.'),
  trouble_since: z.string().nullable(),
})

/** A record with everything that Cairn knows of it. */
export const wholeRecord = z.object({
  kind: z.enum(KINDS),
  id: z.string(),
  name: z.string(),
  link: z.string(),
  status: z.string(),
  description: z.string(),
  fields: z.record(z.string(), z.unknown()).describe('The built-in fields that have a value.'),
  own_fields: z.array(ownValueShape).describe('The fields of the account that have a value.'),
  tags: z.array(z.string()),
  links: z.array(linkShape),
  owner: personShape.nullable(),
  team: teamShape.nullable().describe('The team that owns it, in place of a person.'),
  experts: z.array(personShape),
  created_at: z.string(),
  changed_at: z.string(),
  last_run_at: z.string().nullable(),
  heartbeat: heartbeatShape.nullable(),
  maintenance: z.array(windowShape).describe('When it is worked on, now and later.'),
})

/** Reads a record. Throws a refusal where it is not there, or the token may not read its kind. */
export async function readRecord(
  call: ToolCall,
  kind: CatalogueKind,
  id: string,
): Promise<z.infer<typeof wholeRecord>> {
  needKind(call, kind)
  const [[record], experts, heartbeat, ownFields, maintenance] = await Promise.all([
    call.person.rows(`/${tableOf(kind)}?id=eq.${id}&select=${COLUMNS}${OWN_COLUMNS[kind] ?? ''}`, row),
    call.person.rows(`/record_experts?kind=eq.${kind}&record_id=eq.${id}&select=expert_id&limit=20`, expert),
    heartbeatOf(call, kind, id),
    ownFieldsOf(call, kind),
    maintenanceOf(call, id),
  ])
  if (record === undefined) throw noSuchRecord()
  const { name, description, status, owner_id, team_id, created_at, updated_at, ...others } = record
  const { last_run, last_used, links, tags, own, ...fields } = others
  const [people, teams, tagNames, ownValues] = await Promise.all([
    peopleOf(call, [owner_id, ...experts.map(({ expert_id }) => expert_id)]),
    teamsOf(call, [team_id]),
    tags.length === 0
      ? []
      : call.person.rows(`/tags?id=in.(${tags.join(',')})&select=name&order=name.asc`, tag),
    ownValuesOf(call, ownFields, own),
  ])
  return {
    ...{ kind, id, status, created_at, heartbeat, maintenance, own_fields: ownValues },
    name: textOfRecord(name, 120),
    link: linkOf(call.publicUrl, kind, id),
    description: textOfRecord(description, 2_000),
    fields: filled(fields),
    tags: tagNames.map(({ name: word }) => textOfRecord(word, 120)),
    links: links.map(({ title, ...link }) => ({ ...link, title: textOfRecord(title, 120) })),
    owner: people.get(owner_id ?? '') ?? null,
    team: teams.get(team_id ?? '') ?? null,
    experts: experts.flatMap(({ expert_id }) => people.get(expert_id) ?? []),
    changed_at: updated_at,
    last_run_at: heartbeat?.last_at ?? last_run ?? last_used ?? null,
  }
}

async function heartbeatOf(call: ToolCall, kind: CatalogueKind, id: string) {
  const reports = kind === 'automation' || kind === 'agent'
  if (!reports || missingScopes(call, ['automations:read', 'agents:read']).length > 0) return null
  const columns = 'last_at,last_outcome,due_at,trouble,trouble_since'
  const [heartbeat] = await call.person.rows(
    `/heartbeats?kind=eq.${kind}&record_id=eq.${id}&select=${columns}`,
    heartbeatShape,
  )
  return heartbeat ?? null
}

/** Fields that have a value. */
function filled(values: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const fields: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'number') fields[key] = value
    else if (typeof value === 'string' && value !== '') fields[key] = textOfRecord(value)
  }
  return fields
}
