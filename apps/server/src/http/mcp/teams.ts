import { z } from 'zod'
import { textOfRecord } from './marked.ts'
import { peopleOf, personShape } from './records.ts'
import { missingScopes, type ToolCall } from './tool.ts'

/** A team as the owner of a record. The name is null where the token may not read people. */
export const teamShape = z.object({ id: z.string(), name: z.string().nullable() })

/** A team with whom to ask in it. */
export const wholeTeam = z.object({
  id: z.string(),
  name: z.string(),
  lead: personShape.nullable(),
  deputy: personShape.nullable(),
  members: z.array(personShape).describe('The first of them.'),
  member_count: z.number(),
  record_count: z.number().describe('How many records it owns; list_records takes its id as owner_id.'),
  mail: z.string().nullable(),
  chat: z.string().nullable(),
  on_call: z.string().nullable().describe('Leads to the person on call.'),
})

const named = z.object({ id: z.string(), name: z.string() })

/** Teams by their ids. */
export async function teamsOf(
  call: ToolCall,
  ids: readonly (string | null)[],
): Promise<Map<string, z.infer<typeof teamShape>>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const mayRead = missingScopes(call, ['people:read']).length === 0
  const known =
    mayRead && wanted.length > 0
      ? await call.person.rows(`/teams?select=id,name&id=in.(${wanted.join(',')})`, named)
      : []
  const names = new Map(known.map(({ id, name }) => [id, textOfRecord(name, 120)]))
  return new Map(wanted.map((id) => [id, { id, name: names.get(id) ?? null }]))
}

const team = z.object({
  id: z.string(),
  name: z.string(),
  lead_id: z.string().nullable(),
  deputy_id: z.string().nullable(),
  mail: z.string(),
  chat_url: z.string(),
  on_call_url: z.string(),
  members: z.number(),
  records: z.number(),
})
const member = z.object({ user_id: z.string() })

const MOST_MEMBERS = 20

/** All teams of the account, without their members. Needs the scope to read people. */
export const allTeams = ({ person }: ToolCall) => person.call('get_teams', {}, z.array(team))

/** Adds lead, deputy and members to teams. */
export async function wholeTeams(
  call: ToolCall,
  teams: readonly z.infer<typeof team>[],
): Promise<z.infer<typeof wholeTeam>[]> {
  const members = await Promise.all(
    teams.map(({ id }) =>
      call.person.rows(`/team_members?team_id=eq.${id}&select=user_id&limit=${MOST_MEMBERS}`, member),
    ),
  )
  const ids = teams.flatMap(({ lead_id, deputy_id }) => [lead_id, deputy_id])
  const people = await peopleOf(call, [...ids, ...members.flat().map(({ user_id }) => user_id)])
  const personOf = (id: string | null) => people.get(id ?? '') ?? null
  return teams.map(({ id, name, lead_id, deputy_id, mail, chat_url, on_call_url, ...counts }, place) => ({
    id,
    name: textOfRecord(name, 120),
    lead: personOf(lead_id),
    deputy: personOf(deputy_id),
    members: (members[place] ?? []).flatMap(({ user_id }) => personOf(user_id) ?? []),
    member_count: counts.members,
    record_count: counts.records,
    mail: mail || null,
    chat: chat_url || null,
    on_call: on_call_url || null,
  }))
}
