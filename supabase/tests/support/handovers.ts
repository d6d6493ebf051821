import type postgres from 'postgres'
import { ID } from './cast.ts'
import type { Stage } from './stage.ts'

/** Colleague owns two records of three kinds and is the only expert of Archive, one of two of Ledger. */
export async function arrangeBelongings(stage: Stage): Promise<void> {
  await stage.admin.unsafe(`
    update public.systems set owner_id = '${ID.colleague}' where id in ('${ID.billing}', '${ID.ledger}');
    update public.solutions set owner_id = '${ID.manager}' where id = '${ID.portal}';
    update public.automations set owner_id = '${ID.colleague}' where id = '${ID.reminders}';
    insert into public.system_experts (account_id, system_id, expert_id) values
      ('${ID.acme}', '${ID.ledger}', '${ID.colleague}'),
      ('${ID.acme}', '${ID.archive}', '${ID.colleague}');
    insert into public.record_experts (account_id, kind, record_id, expert_id) values
      ('${ID.acme}', 'agent', '${ID.helper}', '${ID.colleague}');
    delete from public.record_experts where record_id = '${ID.reminders}';
    delete from public.notifications`)
}

/** The receivers of records, as the procedures take them. */
export interface Wishes {
  records?: readonly {
    kind: string
    id: string
    part: 'owner' | 'expert'
    receiver?: string
    invitation?: string
  }[]
  rest?: { receiver?: string; invitation?: string; suggested?: boolean } | null
}

/** Removes a member. Not all `wishes` are valid for the procedures. */
export const remove = (tx: postgres.TransactionSql, person: string, wishes: unknown = {}) =>
  tx`select public.remove_member(${person}, ${JSON.stringify(wishes)}::text::jsonb)`

/** A wish about a system that is owned. */
export const owned = (id: string, to: { receiver?: string; invitation?: string } = {}) => ({
  kind: 'system',
  id,
  part: 'owner' as const,
  ...to,
})

/** Looks past every rule, within the transaction. */
export async function look<Row extends postgres.Row>(
  tx: postgres.TransactionSql,
  query: string,
): Promise<Row[]> {
  await tx`set local role service_role`
  const rows = await tx.unsafe<Row[]>(query)
  return rows.map((row) => ({ ...row }))
}

export const OWNERS = `select name, owner_id, invited_owner_id from public.systems
  where account_id = '${ID.acme}' order by name`

/** The handovers of Colleague. */
export const handoversOf = (tx: postgres.TransactionSql) =>
  look(
    tx,
    `select coalesce(s.name, a.name) as name, h.part, h.giver_name, h.receiver_id, h.invitation_id, h.state
     from public.handovers h
     left join public.systems s on s.id = h.record_id left join public.automations a on a.id = h.record_id
     where h.giver_id = '${ID.colleague}' order by h.part, 1, h.state`,
  )

/** The lines that the last act wrote into the history of a record about its owner. */
export const historyOf = (tx: postgres.TransactionSql, id: string) =>
  look(
    tx,
    `select field, before, after, changed_by from public.record_history
     where record_id = '${id}' and field in ('handover', 'owner_id') and changed_at > now() - interval '1 minute'
       and act = (select act from public.record_history where record_id = '${id}' order by changed_at desc limit 1)
     order by field`,
  )
