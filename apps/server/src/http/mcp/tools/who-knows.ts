import { z } from 'zod'
import {
  idInput,
  kindInput,
  linkOf,
  needKind,
  needScopes,
  noSuchRecord,
  peopleOf,
  personShape,
  tableOf,
} from '../records.ts'
import { allTeams, wholeTeam, wholeTeams } from '../teams.ts'
import { defineTool, type ToolCall } from '../tool.ts'

const row = z.object({
  name: z.string(),
  owner_id: z.string().nullable(),
  team_id: z.string().nullable(),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
  updated_at: z.string(),
})
const expert = z.object({ expert_id: z.string() })

async function teamOf(call: ToolCall, id: string | null) {
  return id === null
    ? []
    : wholeTeams(
        call,
        (await allTeams(call)).filter((team) => team.id === id),
      )
}

/** Whom to ask about a record. */
export const whoKnows = defineTool({
  name: 'who_knows',
  title: 'Who Owns and Who Knows',
  description:
    'Whom to ask about a record: its owner or the team that owns it, the experts who know it, and who changed it last.',
  input: z.object({ kind: kindInput, id: idInput }),
  answer: z.object({
    link: z.string(),
    owner: personShape.nullable(),
    team: wholeTeam.nullable().describe('The team that owns it, in place of a person.'),
    experts: z.array(personShape),
    added_by: personShape.nullable(),
    last_changed_by: personShape.nullable(),
    changed_at: z.string(),
  }),
  reads: true,
  async run(call, { kind, id }) {
    needKind(call, kind)
    needScopes(call, ['people:read'])
    const [[record], experts] = await Promise.all([
      call.person.rows(
        `/${tableOf(kind)}?id=eq.${id}&select=name,owner_id,team_id,created_by,updated_by,updated_at`,
        row,
      ),
      call.person.rows(
        `/record_experts?kind=eq.${kind}&record_id=eq.${id}&select=expert_id&limit=50`,
        expert,
      ),
    ])
    if (record === undefined) throw noSuchRecord()
    const { owner_id, team_id, created_by, updated_by, updated_at } = record
    const expertIds = experts.map(({ expert_id }) => expert_id)
    const [people, [team = null]] = await Promise.all([
      peopleOf(call, [owner_id, created_by, updated_by, ...expertIds]),
      teamOf(call, team_id),
    ])
    return {
      link: linkOf(call.publicUrl, kind, id),
      owner: people.get(owner_id ?? '') ?? null,
      team,
      experts: experts.flatMap(({ expert_id }) => people.get(expert_id) ?? []),
      added_by: people.get(created_by ?? '') ?? null,
      last_changed_by: people.get(updated_by ?? '') ?? null,
      changed_at: updated_at,
    }
  },
})
