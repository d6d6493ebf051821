import { z } from 'zod'

const named = z.object({ id: z.string().nullish(), name: z.string().nullish() })
const record = z.object({ kind: z.string(), id: z.string(), name: z.string() })

/** An event as the database queues it: the body for the receiver, without links. */
export const happened = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    record: record.optional(),
    changed: z.array(z.string()).optional(),
    before: named.nullish(),
    after: named.nullish(),
    part: z.string().optional(),
    giver: named.optional(),
    receiver: named.optional(),
    answer: z.string().optional(),
    member: named.optional(),
    actor: named.nullish(),
    webhook: z.string().optional(),
  }),
})
export type Happened = z.output<typeof happened>

/** Returns the address of a record's page. */
export type LinkOf = (kind: string, id: string) => string

/** The body of the format `standard`: the event, and a link to its record. */
export function standardBody(event: Happened, linkOf: LinkOf): string {
  const { record: of, ...rest } = event.data
  const data = of === undefined ? rest : { record: { ...of, url: linkOf(of.kind, of.id) }, ...rest }
  return JSON.stringify({ type: event.type, timestamp: event.timestamp, data })
}
