import { z } from 'zod'
import { maintenanceNow } from '../maintenance.ts'
import { textOfRecord } from '../marked.ts'
import { idInput, isKind, kindInput, linkOf } from '../records.ts'
import { teamsOf } from '../teams.ts'
import { defineTool } from '../tool.ts'

const dependent = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  owner_name: z.string().nullable(),
  team_id: z.string().nullable(),
})
const impact = z.array(
  z.object({ kind: z.string(), total: z.number(), items: z.array(dependent).nullable() }),
)

const MOST = 25

/** Lists the dependents of a record. */
export const whatDependsOn = defineTool({
  name: 'what_depends_on',
  title: 'What Depends on a Record',
  description:
    'What depends on a record or belongs to it, by relations, links of solutions and custom fields that name it.',
  input: z.object({ kind: kindInput, id: idInput }),
  answer: z.object({
    groups: z.array(
      z.object({
        kind: z.string(),
        total: z.number(),
        records: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            status: z.string(),
            owner: z.string().nullable().describe('A person or a team.'),
            maintenance_until: z.string().nullable(),
            link: z.string(),
          }),
        ),
      }),
    ),
  }),
  reads: true,
  async run(call, { kind, id }) {
    const found = await call.person.call('get_deletion_impact', { kind_param: kind, ids: [id] }, impact)
    const groups = found.map(({ items, ...group }) => ({ ...group, items: (items ?? []).slice(0, MOST) }))
    const shown = groups.flatMap(({ items }) => items)
    const [teams, maintenance] = await Promise.all([
      teamsOf(
        call,
        shown.map(({ team_id }) => team_id),
      ),
      maintenanceNow(
        call,
        shown.map((item) => item.id),
      ),
    ])
    const ownerOf = ({ owner_name, team_id }: z.infer<typeof dependent>) =>
      owner_name === null ? (teams.get(team_id ?? '')?.name ?? null) : textOfRecord(owner_name, 120)
    return {
      groups: groups.flatMap(({ kind: of, total, items }) =>
        isKind(of)
          ? {
              kind: of,
              total,
              records: items.map((item) => ({
                id: item.id,
                name: textOfRecord(item.name, 120),
                status: item.status,
                owner: ownerOf(item),
                maintenance_until: maintenance.get(item.id) ?? null,
                link: linkOf(call.publicUrl, of, item.id),
              })),
            }
          : [],
      ),
    }
  },
})
