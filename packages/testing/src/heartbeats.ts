import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

/** An automation with an address, and the token of that address. */
export interface ArrangedHeartbeat {
  id: string
  token: string
}

/** Gives an account so many automations with addresses, by the back door. */
export async function arrangeHeartbeats(
  admin: postgres.Sql,
  { accountId, count }: { accountId: string; count: number },
): Promise<ArrangedHeartbeat[]> {
  const tokens = Array.from({ length: count }, () => randomUUID().replaceAll('-', ''))
  return admin<ArrangedHeartbeat[]>`
    with given as (
      select t.token, gen_random_uuid() as record_id, t.number
      from unnest(${tokens}::text[]) with ordinality as t (token, number)
    ), automations as (
      insert into public.automations (id, account_id, name, source)
      select record_id, ${accountId}, 'Job ' || substr(token, 1, 8), 'Zapier' from given
    ), heartbeats as (
      insert into public.heartbeats (account_id, kind, record_id, token_hash)
      select ${accountId}, 'automation', record_id, private.token_hash(token) from given
      returning id, record_id
    )
    select heartbeats.id, given.token from heartbeats join given using (record_id) order by given.number`
}
