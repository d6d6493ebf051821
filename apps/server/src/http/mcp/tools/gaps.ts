import { z } from 'zod'
import { maintenanceNow } from '../maintenance.ts'
import { textOfRecord } from '../marked.ts'
import { isKind, linkOf, tableOf } from '../records.ts'
import { defineTool, type ToolCall } from '../tool.ts'

const counts = z.record(z.string(), z.record(z.string(), z.number()))

const troubled = z.object({
  kind: z.string(),
  record_id: z.string(),
  trouble: z.string(),
  trouble_since: z.string().nullable(),
  last_at: z.string().nullable(),
})

const named = z.object({ id: z.string(), name: z.string() })

const MOST = 25

async function namesOf({ person }: ToolCall, records: readonly z.infer<typeof troubled>[]) {
  const names = new Map<string, string>()
  for (const kind of ['automation', 'agent'] as const) {
    const ids = records.filter((record) => record.kind === kind).map(({ record_id }) => record_id)
    if (ids.length === 0) continue
    const rows = await person.rows(`/${tableOf(kind)}?id=in.(${ids.join(',')})&select=id,name`, named)
    for (const { id, name } of rows) names.set(id, textOfRecord(name, 120))
  }
  return names
}

/** Lists the records that nobody looks after, and the runs that are late. */
export const gaps = defineTool({
  name: 'gaps_and_late',
  title: 'Gaps and What Is Late',
  description:
    'How many records of each catalogue have which gap (no owner, owner left, nobody else knows it, …), and which automations and agents are late or failing, the longest first; those in maintenance count as neither. list_records with gaps names the records.',
  input: z.object({}),
  answer: z.object({
    gaps: counts,
    late: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        name: z.string(),
        trouble: z.string(),
        since: z.string().nullable(),
        last_run_at: z.string().nullable(),
        link: z.string(),
      }),
    ),
  }),
  reads: true,
  async run(call) {
    const columns = 'kind,record_id,trouble,trouble_since,last_at'
    const [counted, late] = await Promise.all([
      call.person.call('get_gaps', {}, counts),
      call.person.rows(
        `/heartbeats?trouble=not.is.null&rests=is.false&select=${columns}&order=trouble_since.asc&limit=${MOST}`,
        troubled,
      ),
    ])
    const [names, maintenance] = await Promise.all([
      namesOf(call, late),
      maintenanceNow(
        call,
        late.map(({ record_id }) => record_id),
      ),
    ])
    return {
      gaps: counted,
      late: late.flatMap(({ kind, record_id, trouble, trouble_since, last_at }) => {
        const name = names.get(record_id)
        if (name === undefined || !isKind(kind) || maintenance.has(record_id)) return []
        const link = linkOf(call.publicUrl, kind, record_id)
        return { kind, id: record_id, name, trouble, since: trouble_since, last_run_at: last_at, link }
      }),
    }
  },
})
