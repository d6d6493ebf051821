import { type SecurityChange, type SecurityChangeKind, UNDO_DAYS } from '../model/security-change.ts'
import type { Transaction } from './transaction.ts'

/** The rows that a change removed, by their tables, so that undoing it restores them. */
export type Removed = Readonly<Record<string, unknown>>

export interface NewSecurityChange {
  userId: string
  kind: SecurityChangeKind
  /** The factor or passkey; null for another change. */
  subjectId: string | null
  removed: Removed
  linkHash: string
  /** null for now. */
  at: Date | null
}

/** Notes a change, and returns its time as the mail prints it: `2026-11-23 20:30 UTC`. */
export async function insertSecurityChange(tx: Transaction, change: NewSecurityChange): Promise<string> {
  const [row] = await tx<[{ at: string }]>`
    insert into auth.security_changes (user_id, kind, subject_id, removed, link_hash, created_at)
    values (
      ${change.userId}, ${change.kind}, ${change.subjectId}, ${JSON.stringify(change.removed)}::text::jsonb,
      ${change.linkHash}, coalesce(${change.at}::timestamptz, clock_timestamp())
    )
    returning to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') || ' UTC' as at`
  return row.at
}

/** The change that a link undoes; null for a link that is used, too old or unknown. */
export async function findSecurityChange(tx: Transaction, linkHash: string): Promise<SecurityChange | null> {
  const [row] = await tx<SecurityChange[]>`
    select c.kind, c.user_id as "userId", coalesce(u.email, '') as email, c.created_at as at,
      to_jsonb(c.created_at) #>> '{}' as moment
    from auth.security_changes c
    join auth.users u on u.id = c.user_id
    where c.link_hash = ${linkHash} and c.created_at > now() - make_interval(days => ${UNDO_DAYS}) and u.deleted_at is null`
  return row ?? null
}

/** A factor that is about to be removed, with its key and the recovery codes that may be removed with it. */
export async function factorAsRows(tx: Transaction, factorId: string): Promise<Removed> {
  const [row] = await tx<[{ removed: Removed }]>`
    select jsonb_build_object(
      'factors', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from auth.mfa_factors f where f.id = ${factorId}),
      'keys', (select coalesce(jsonb_agg(to_jsonb(k)), '[]') from auth.webauthn_credentials k where k.factor_id = ${factorId}),
      'codes', (
        select coalesce(jsonb_agg(to_jsonb(c)), '[]')
        from auth.mfa_recovery_codes c
        join auth.mfa_factors f on f.user_id = c.user_id
        where f.id = ${factorId}
      )
    ) as removed`
  return row.removed
}

/** A passkey that is about to be removed. */
export async function passkeyAsRows(tx: Transaction, passkeyId: string): Promise<Removed> {
  const [row] = await tx<[{ removed: Removed }]>`
    select jsonb_build_object('keys', coalesce(jsonb_agg(to_jsonb(k)), '[]')) as removed
    from auth.webauthn_credentials k where k.id = ${passkeyId}`
  return row.removed
}
