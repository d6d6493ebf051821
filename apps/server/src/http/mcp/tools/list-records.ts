import { BEYOND_RECORDS } from '@cairn/workspace/port/records/beyond-records'
import { FILTER_TYPES, OPERATORS } from '@cairn/workspace/port/records/conditions'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { z } from 'zod'
import { Refused } from '../as-person.ts'
import { textOfRecord } from '../marked.ts'
import { kindInput, linkOf, peopleOf, recordShape } from '../records.ts'
import { teamsOf } from '../teams.ts'
import { defineTool } from '../tool.ts'

const page = z.object({
  total: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      status: z.string(),
      owner_id: z.string().nullable(),
      team_id: z.string().nullable(),
      updated_at: z.string(),
    }),
  ),
})

const MOST = 25

const CONDITION_FIELDS: readonly string[] = [...FILTER_TYPES.keys(), ...BEYOND_RECORDS.keys()]

/** Refuses a condition on a field that no account has, and names those that there are. */
function needFields(conditions: readonly { field: string }[] = []): void {
  const unknown = conditions.find(
    ({ field }) => !CONDITION_FIELDS.includes(field) && !field.startsWith('own.'),
  )
  if (unknown === undefined) return
  throw new Refused(
    `There is no field "${unknown.field}". The fields are ${CONDITION_FIELDS.join(', ')}, and those of the account, which describe_fields names.`,
    { details: `tool.unknown_field ${JSON.stringify({ field: unknown.field })}` },
  )
}

/** A catalogue, filtered. */
export const listRecords = defineTool({
  name: 'list_records',
  title: 'List Records',
  description:
    'Lists the records of one catalogue, filtered by words, status, owner or gap, 25 at a time. The total says how many there are.',
  input: z.object({
    kind: kindInput,
    query: z.string().max(200).optional().describe('Words in the name or description.'),
    statuses: z.array(z.string().max(40)).max(10).optional().describe('Such as active or inactive.'),
    owner_id: z.guid().optional().describe('The id of the person or team that owns them.'),
    gaps: z.array(z.enum(GAPS)).max(6).optional().describe('Records with one of these gaps.'),
    conditions: z
      .array(
        z.object({
          field: z.string().max(100).describe('Its key, as describe_fields names it.'),
          operator: z.enum(OPERATORS),
          values: z
            .array(z.string().max(200))
            .max(20)
            .describe(
              'Choices by id, days as 2026-12-31; of depends_on and used_by ids of records, or unowned; of links a part of a title or address; none for empty and filled.',
            ),
        }),
      )
      .max(10)
      .optional()
      .describe('On fields, such as {"field": "vendor", "operator": "is", "values": ["Acme"]}; all hold.'),
    skip: z
      .number()
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .describe('How many to leave out, for the next page.'),
  }),
  answer: z.object({ total: z.number(), records: z.array(recordShape) }),
  reads: true,
  async run(call, { kind, query, statuses, owner_id, gaps, conditions, skip }) {
    needFields(conditions)
    const { total, items } = await call.person.call(
      'find_records',
      {
        kind,
        query: query ?? '',
        statuses: statuses ?? null,
        owners: owner_id === undefined ? null : [owner_id],
        gaps: gaps ?? null,
        conditions: conditions === undefined ? null : { match: 'all', conditions },
        skip: skip ?? 0,
      },
      page,
    )
    const shown = items.slice(0, MOST)
    const [people, teams] = await Promise.all([
      peopleOf(
        call,
        shown.map(({ owner_id: owner }) => owner),
      ),
      teamsOf(
        call,
        shown.map(({ team_id: team }) => team),
      ),
    ])
    return {
      total,
      records: shown.map((item) => ({
        kind,
        id: item.id,
        name: textOfRecord(item.name, 120),
        status: item.status,
        owner: (people.get(item.owner_id ?? '') ?? teams.get(item.team_id ?? ''))?.name ?? null,
        description: textOfRecord(item.description, 200),
        changed_at: item.updated_at,
        link: linkOf(call.publicUrl, kind, item.id),
      })),
    }
  },
})
