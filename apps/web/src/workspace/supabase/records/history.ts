import { FIELD_OF_TOPIC, type HistoryPart, type HistoryTopic } from '@cairn/workspace/port/records/history'
import type { FindCaller } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const PAGE_ROWS = 10

/** The history of a record, as the database has noted it. */
export function createHistory(connect: Connect, findCaller: FindCaller): HistoryPart {
  return {
    async page(recordId, after, topic = null) {
      const { accountId } = await findCaller()
      const rows = await ask(connect, (supabase) => {
        const all = supabase
          .from('record_history')
          .select(
            'id, act, action, field, before, after, changedBy:changed_by, changedAt:changed_at, program',
          )
          .eq('account_id', accountId)
          .eq('record_id', recordId)
        const told = topic === null ? all : all.or(fieldsOf(topic))
        const wanted = after
          ? told.or(
              `changed_at.lt."${after.changedAt}",and(changed_at.eq."${after.changedAt}",id.lt.${after.id})`,
            )
          : told
        return (
          wanted
            .order('changed_at', { ascending: false })
            .order('id', { ascending: false })
            // A row beyond those shown tells whether there is another page.
            .limit(PAGE_ROWS + 1)
        )
      })
      const shown = rows.slice(0, PAGE_ROWS)
      const acts = await rememberedActs(connect, accountId, [...new Set(shown.map(({ act }) => act))])
      const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined
      return {
        entries: shown.map((row) => ({ ...row, isOfAct: acts.has(row.act) })),
        next: last ? { changedAt: last.changedAt, id: last.id } : null,
      }
    },
  }
}

/** The condition on the entries of a topic. Creations and deletions have no field. */
function fieldsOf(topic: HistoryTopic): string {
  return topic === 'changes'
    ? `field.is.null,field.not.in.(${Object.values(FIELD_OF_TOPIC).join()})`
    : `field.eq.${FIELD_OF_TOPIC[topic]}`
}

/** Those of the acts that the account remembers as acts on many records. */
async function rememberedActs(
  connect: Connect,
  accountId: string,
  acts: readonly string[],
): Promise<Set<string>> {
  if (acts.length === 0) return new Set()
  const rows = await ask(connect, (supabase) =>
    supabase.from('acts').select('id').eq('account_id', accountId).in('id', acts),
  )
  return new Set(rows.map(({ id }) => id))
}
