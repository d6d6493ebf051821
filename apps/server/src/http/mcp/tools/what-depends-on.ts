import { z } from 'zod'
import { textOfRecord } from '../marked.ts'
import { idInput, isKind, kindInput, linkOf } from '../records.ts'
import { defineTool } from '../tool.ts'

const impact = z.array(
  z.object({
    kind: z.string(),
    total: z.number(),
    items: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.string(),
          owner_name: z.string().nullable(),
        }),
      )
      .nullable(),
  }),
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
            owner: z.string().nullable(),
            link: z.string(),
          }),
        ),
      }),
    ),
  }),
  reads: true,
  async run({ person, publicUrl }, { kind, id }) {
    const groups = await person.call('get_deletion_impact', { kind_param: kind, ids: [id] }, impact)
    return {
      groups: groups.flatMap(({ kind: of, total, items }) =>
        isKind(of)
          ? {
              kind: of,
              total,
              records: (items ?? []).slice(0, MOST).map((item) => ({
                id: item.id,
                name: textOfRecord(item.name, 120),
                status: item.status,
                owner: item.owner_name === null ? null : textOfRecord(item.owner_name, 120),
                link: linkOf(publicUrl, of, item.id),
              })),
            }
          : [],
      ),
    }
  },
})
