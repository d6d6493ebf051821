import { z } from 'zod/mini'
import { CATALOGUE_KINDS, type CatalogueKind } from '../port/catalogues.ts'
import {
  type Belonging,
  type Belongings,
  HANDOVER_PARTS,
  HANDOVER_STATES,
  type Handover,
  type HandoversPart,
  type Receiver,
  SUGGESTION_REASONS,
} from '../port/handovers.ts'
import { invitationOf } from '../port/invited-owner.ts'
import type { RecordPage } from '../port/records.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'

const belongingRow = z.object({
  id: z.string(),
  name: z.string(),
  part: z.enum(HANDOVER_PARTS),
  reason: z.nullable(z.enum(SUGGESTION_REASONS)),
  receiver_id: z.nullable(z.string()),
  receiver_name: z.nullable(z.string()),
  linked_name: z.nullable(z.string()),
  others: z.number(),
})
const belongingsAnswer = z.partialRecord(
  z.enum(CATALOGUE_KINDS),
  z.object({ total: z.number(), items: z.array(belongingRow) }),
)
const pendingRows = z.array(
  z.object({
    id: z.string(),
    record_id: z.string(),
    part: z.enum(HANDOVER_PARTS),
    giver_name: z.string(),
    receiver_id: z.nullable(z.string()),
  }),
)
const mineAnswer = z.object({
  total: z.number(),
  pending: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(CATALOGUE_KINDS),
      record_id: z.string(),
      record_name: z.string(),
      part: z.enum(HANDOVER_PARTS),
      giver_name: z.string(),
      state: z.enum(HANDOVER_STATES),
    }),
  ),
})

const NOTHING: RecordPage<Belonging> = { total: 0, items: [] }

/** Handing over, as the server's procedures have it. */
export function createHandovers(connect: Connect): HandoversPart {
  async function belongings(
    target_user_id: string,
    only_owned: boolean,
    page?: { kind_param: CatalogueKind; skip: number },
  ): Promise<Belongings> {
    const answer = await ask(
      connect,
      (supabase) => supabase.rpc('get_belongings', { target_user_id, only_owned, ...page }),
      belongingsAnswer,
    )
    const kinds = CATALOGUE_KINDS.flatMap((kind) => {
      const found = answer[kind]
      return found ? [[kind, { total: found.total, items: found.items.map(belongingOf) }]] : []
    })
    return Object.fromEntries(kinds)
  }

  return {
    belongings,

    more: async (personId, onlyOwned, kind, skip) =>
      (await belongings(personId, onlyOwned, { kind_param: kind, skip }))[kind] ?? NOTHING,

    async pending(kind) {
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_pending_handovers', { kind_param: kind }),
        pendingRows,
      )
      return rows.map(({ record_id, giver_name, receiver_id, ...row }) => ({
        ...row,
        recordId: record_id,
        giver: giver_name,
        receiverId: receiver_id,
      }))
    },

    async mine(of_act, skip) {
      const answer = await ask(
        connect,
        (supabase) => supabase.rpc('get_my_handovers', { of_act, skip }),
        mineAnswer,
      )
      return {
        ...answer,
        items: answer.items.map(({ record_id, record_name, giver_name, ...row }) => ({
          ...row,
          recordId: record_id,
          recordName: record_name,
          giver: giver_name,
        })),
      }
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

function belongingOf(row: z.infer<typeof belongingRow>): Belonging {
  const { receiver_id, receiver_name, linked_name, ...rest } = row
  return {
    ...rest,
    suggested: receiver_id === null ? null : { id: receiver_id, name: receiver_name ?? '' },
    linkedName: linked_name,
  }
}

function receiverOf(to: Receiver | null): { receiver?: string; invitation?: string } {
  if (to === null) return {}
  const invitation = invitationOf(to.id)
  return invitation === null ? { receiver: to.id } : { invitation }
}

/** What the procedures take that end a membership or lower a level. */
export function handoverArgument({ assignments, rest }: Handover) {
  return {
    records: assignments.map(({ kind, id, part, to }) => ({ kind, id, part, ...receiverOf(to) })),
    rest: rest === 'suggested' ? { suggested: true } : rest && receiverOf(rest),
  }
}
