import type { Device } from '../model/session.ts'
import { clientNetwork } from '../rules/client-network.ts'
import type { Transaction } from './transaction.ts'

/**
 * Notes from where a user signs in: the browser without its versions, the network (the /16 of an IPv4 address, the /48 of an
 * IPv6 address) and the client (rules/client-network.ts). True where browser or network is new, and earlier ones are known.
 */
export async function noteDevice(tx: Transaction, userId: string, device: Device): Promise<boolean> {
  const [row] = await tx<[{ fresh: boolean; known: boolean }]>`
    with seen (kind, value) as (
      select 'browser', ${browserOf(device.userAgent)}::text where ${device.userAgent}::text is not null
      union all
      select 'network', text(network(set_masklen(a, case family(a) when 4 then 16 else 48 end)))
      from (select ${device.address}::inet as a) d where a is not null
      union all
      select 'client', ${device.address === null ? null : clientNetwork(device.address)}::text
      where ${device.address}::text is not null
    ), earlier as (
      select kind from auth.known_devices where user_id = ${userId}
    ), noted as (
      insert into auth.known_devices (user_id, kind, value)
      select ${userId}, kind, value from seen
      on conflict (user_id, kind, value) do update set last_seen_at = now()
      returning kind, xmax = 0 as fresh
    )
    select
      coalesce(bool_or(n.fresh and n.kind <> 'client' and exists (select from earlier e where e.kind = n.kind)), false) as fresh,
      exists (select from earlier) as known
    from noted n`
  return row.fresh && row.known
}

/** Whether the user with this address has signed in from this network (rules/client-network.ts). */
export async function isKnownClient(tx: Transaction, email: string, network: string): Promise<boolean> {
  const rows = await tx`
    select from auth.known_devices d join auth.users u on u.id = d.user_id
    where u.email = ${email} and d.kind = 'client' and d.value = ${network}
    limit 1`
  return rows.count > 0
}

/** Whether the user has signed in from this network (rules/client-network.ts) during the last 30 days. */
export async function hasSignedInFrom(tx: Transaction, userId: string, network: string): Promise<boolean> {
  const rows = await tx`
    select from auth.known_devices
    where user_id = ${userId} and kind = 'client' and value = ${network}
      and last_seen_at > now() - interval '30 days'`
  return rows.count > 0
}

/** `Mozilla/5.0 (X11; Linux x86_64) … Chrome/156.0` without its numbers: an update is no other browser. */
function browserOf(userAgent: string | null): string | null {
  return userAgent === null ? null : userAgent.replace(/[\d._]+/g, '').slice(0, 300)
}
