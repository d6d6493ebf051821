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
import { teamOf } from '@cairn/workspace/port/records/team-owner'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const itemRow = renamed({
  id: z.string(),
  name: z.string(),
  part: z.string(),
  fieldName: z.nullable(z.string()),
  reason: z.nullable(z.enum(SUGGESTION_REASONS)),
  receiverId: z.nullable(z.string()),
  receiverName: z.nullable(z.string()),
  linkedName: z.nullable(z.string()),
  others: z.number(),
})
const itemsAnswer = z.partialRecord(
  z.enum(CATALOGUE_KINDS),
  z.object({ total: z.number(), owned: z.number(), named: z.number(), items: z.array(itemRow) }),
)
const handedOverRow = renamed({
  id: z.string(),
  kind: z.enum(CATALOGUE_KINDS),
  recordId: z.string(),
  recordName: z.string(),
  part: z.enum(HANDOVER_PARTS),
  giverName: z.string(),
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
    const answer = await askJson(
      connect,
      (supabase) => supabase.rpc('get_belongings', { target_user_id, only_owned, ...page }),
      itemsAnswer,
    )
    const kinds = CATALOGUE_KINDS.flatMap((kind) => {
      const found = answer[kind]
      return found ? [[kind, { ...found, items: found.items.map(itemOf) }]] : []
    })
    return Object.fromEntries(kinds)
  }

  return {
    items,

    more: async (personId, onlyOwned, kind, skip) =>
      (await items(personId, onlyOwned, { kind_param: kind, skip }))[kind] ?? NOTHING,

    pending(kind) {
      return ask(connect, (supabase) =>
        supabase
          .rpc('get_pending_handovers', { kind_param: kind })
          .select('id, recordId:record_id, part, giver:giver_name, receiverId:receiver_id'),
      )
    },

    async mine(of_act, skip) {
      const answer = await askJson(
        connect,
        (supabase) => supabase.rpc('get_my_handovers', { of_act, skip }),
        mineAnswer,
      )
      return { ...answer, items: answer.items.map(withGiver) }
    },

    async answer(which, given) {
      const to = given.answer === 'pass-on' ? given.to : null
      await ask(connect, (supabase) =>
        supabase.rpc('answer_handovers', {
          answer: given.answer === 'accept' ? 'accept' : 'pass_on',
          ...('act' in which ? { of_act: which.act } : { handover_ids: [...which.ids] }),
          ...receiverOf(to),
        }),
      )
    },
  }
}

function itemOf({ receiverId: id, receiverName: name, ...item }: z.output<typeof itemRow>): HandoverItem {
  const part = HANDOVER_PARTS.find((known) => known === item.part) ?? `own.${item.part.slice(4)}`
  return { ...item, part, suggested: id === null ? null : { id, name: name ?? '' } }
}

function withGiver<Row extends { giverName: string }>({ giverName: giver, ...row }: Row) {
  return { ...row, giver }
}

function receiverOf(to: Receiver | null): { receiver?: string; invitation?: string; team?: string } {
  if (to === null) return {}
  const team = teamOf(to.id)
  if (team !== null) return { team }
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
