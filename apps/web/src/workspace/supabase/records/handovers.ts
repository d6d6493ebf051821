import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  HANDOVER_PARTS,
  HANDOVER_STATES,
  type Handover,
  type HandoverItem,
  type HandoverItems,
  type HandoversPart,
  type Receiver,
  SUGGESTION_REASONS,
} from '@cairn/workspace/port/records/handovers'
import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import type { RecordPage } from '@cairn/workspace/port/records/records'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const itemRow = z.object({
  id: z.string(),
  name: z.string(),
  part: z.enum(HANDOVER_PARTS),
  reason: z.nullable(z.enum(SUGGESTION_REASONS)),
  receiver_id: z.nullable(z.string()),
  receiver_name: z.nullable(z.string()),
  linked_name: z.nullable(z.string()),
  others: z.number(),
})
const itemsAnswer = z.partialRecord(
  z.enum(CATALOGUE_KINDS),
  z.object({ total: z.number(), owned: z.number(), items: z.array(itemRow) }),
)
const pendingRow = z.object({
  id: z.string(),
  record_id: z.string(),
  part: z.enum(HANDOVER_PARTS),
  giver_name: z.string(),
  receiver_id: z.nullable(z.string()),
})
const handedOverRow = z.object({
  id: z.string(),
  kind: z.enum(CATALOGUE_KINDS),
  record_id: z.string(),
  record_name: z.string(),
  part: z.enum(HANDOVER_PARTS),
  giver_name: z.string(),
  state: z.enum(HANDOVER_STATES),
})
const mineAnswer = z.object({ total: z.number(), pending: z.number(), items: z.array(handedOverRow) })

const NOTHING: RecordPage<HandoverItem> = { total: 0, items: [] }

/** Handing over, as the server's procedures have it. */
export function createHandovers(connect: Connect): HandoversPart {
  async function items(
    target_user_id: string,
    only_owned: boolean,
    page?: { kind_param: CatalogueKind; skip: number },
  ): Promise<HandoverItems> {
    const answer = await ask(
      connect,
      (supabase) => supabase.rpc('get_belongings', { target_user_id, only_owned, ...page }),
      itemsAnswer,
    )
    const kinds = CATALOGUE_KINDS.flatMap((kind) => {
      const found = answer[kind]
      return found ? [[kind, { total: found.total, owned: found.owned, items: found.items.map(itemOf) }]] : []
    })
    return Object.fromEntries(kinds)
  }

  return {
    items,

    more: async (personId, onlyOwned, kind, skip) =>
      (await items(personId, onlyOwned, { kind_param: kind, skip }))[kind] ?? NOTHING,

    async pending(kind) {
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_pending_handovers', { kind_param: kind }),
        z.array(pendingRow),
      )
      return rows.map(pendingOf)
    },

    async mine(of_act, skip) {
      const answer = await ask(
        connect,
        (supabase) => supabase.rpc('get_my_handovers', { of_act, skip }),
        mineAnswer,
      )
      return { ...answer, items: answer.items.map(handedOverOf) }
    },

    async answer(which, given) {
      const to = given.answer === 'pass-on' ? given.to : null
      await ask(
        connect,
        (supabase) =>
          supabase.rpc('answer_handovers', {
            answer: given.answer === 'accept' ? 'accept' : 'pass_on',
            ...('act' in which ? { of_act: which.act } : { handover_ids: [...which.ids] }),
            ...receiverOf(to),
          }),
        z.number(),
      )
    },
  }
}

function itemOf(row: z.infer<typeof itemRow>): HandoverItem {
  const { receiver_id, receiver_name, linked_name, ...rest } = row
  return {
    ...rest,
    suggested: receiver_id === null ? null : { id: receiver_id, name: receiver_name ?? '' },
    linkedName: linked_name,
  }
}

function pendingOf({ record_id, giver_name, receiver_id, ...row }: z.infer<typeof pendingRow>) {
  return { ...row, recordId: record_id, giver: giver_name, receiverId: receiver_id }
}

function handedOverOf({ record_id, record_name, giver_name, ...row }: z.infer<typeof handedOverRow>) {
  return { ...row, recordId: record_id, recordName: record_name, giver: giver_name }
}

function receiverOf(to: Receiver | null): { receiver?: string; invitation?: string } {
  if (to === null) return {}
  const invitation = invitationOf(to.id)
  return invitation === null ? { receiver: to.id } : { invitation }
}

/** The handover as an argument of the procedures that end a membership or lower a level. */
export function handoverArgument({ assignments, serviceAccounts, rest }: Handover) {
  return {
    records: assignments.map(({ kind, id, part, to }) => ({ kind, id, part, ...receiverOf(to) })),
    service_accounts: serviceAccounts.map(({ id, to }) => ({ id, ...(to && { receiver: to.id }) })),
    rest: rest === 'suggested' ? { suggested: true } : rest && receiverOf(rest),
  }
}
