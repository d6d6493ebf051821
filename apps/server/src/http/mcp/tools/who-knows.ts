import { z } from 'zod'
import { Refused } from '../as-person.ts'
import {
  idInput,
  kindInput,
  linkOf,
  needKind,
  needScopes,
  peopleOf,
  personShape,
  tableOf,
} from '../records.ts'
import { defineTool } from '../tool.ts'

const row = z.object({
  name: z.string(),
  owner_id: z.string().nullable(),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
  updated_at: z.string(),
})
const expert = z.object({ expert_id: z.string() })

/** Whom to ask about a record. */
export const whoKnows = defineTool({
  name: 'who_knows',
  title: 'Who Owns and Who Knows',
  description: 'Whom to ask about a record: its owner, the experts who know it, and who changed it last.',
  input: z.object({ kind: kindInput, id: idInput }),
  answer: z.object({
    link: z.string(),
    owner: personShape.nullable(),
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
        `/${tableOf(kind)}?id=eq.${id}&select=name,owner_id,created_by,updated_by,updated_at`,
        row,
      ),
      call.person.rows(
        `/record_experts?kind=eq.${kind}&record_id=eq.${id}&select=expert_id&limit=50`,
        expert,
      ),
    ])
    if (record === undefined) throw new Refused('There is no such record, or it was deleted.')
    const { owner_id, created_by, updated_by, updated_at } = record
    const people = await peopleOf(call, [
      owner_id,
      created_by,
      updated_by,
      ...experts.map(({ expert_id }) => expert_id),
    ])
    return {
      link: linkOf(call.publicUrl, kind, id),
      owner: people.get(owner_id ?? '') ?? null,
      experts: experts.flatMap(({ expert_id }) => people.get(expert_id) ?? []),
      added_by: people.get(created_by ?? '') ?? null,
      last_changed_by: people.get(updated_by ?? '') ?? null,
      changed_at: updated_at,
    }
  },
})
