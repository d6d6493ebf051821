import type { CallContext } from '../model/call-context.ts'
import type { Transaction } from './transaction.ts'

/** The actions in the audit log, with Supabase Auth's names where it has them. */
export type AuditAction =
  | 'factor_unenrolled'
  | 'factor_verified'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'login'
  | 'logout'
  | 'oauth_client_created'
  | 'oauth_client_deleted'
  | 'oauth_client_updated'
  | 'oauth_code_reused'
  | 'oauth_consent_ended'
  | 'oauth_consent_granted'
  | 'passkey_created'
  | 'passkey_deleted'
  | 'passkey_updated'
  | 'security_changes_undone'
  | 'session_ended'
  | 'signing_key_rotated'
  | 'sso_provider_added'
  | 'sso_provider_changed'
  | 'sso_provider_deleted'
  | 'user_deleted'
  | 'user_invited'
  | 'user_modified'
  | 'user_updated_password'

export interface AuditEntry {
  action: AuditAction
  /** Whose account it is about; null for the installation's. */
  userId: string | null
  traits?: Record<string, string>
}

export interface AuditRow {
  id: string
  payload: Record<string, unknown>
  created_at: Date
  ip_address: string
}

/** Writes an entry to the audit log. The holder of the service key has no id. */
export async function writeAudit(tx: Transaction, call: CallContext, entry: AuditEntry): Promise<void> {
  const payload = {
    action: entry.action,
    actor_id: call.apiRole === 'service_role' ? null : entry.userId,
    actor_via_sso: false,
    user_id: entry.userId,
    request_id: call.requestId,
    ...(entry.traits === undefined ? {} : { traits: entry.traits }),
  }
  await tx`
    insert into auth.audit_log_entries (payload, ip_address)
    values (${JSON.stringify(payload)}::text::jsonb, ${call.clientAddress.slice(0, 64)})`
}

/** A page of the log, the newest first, and how many entries there are. */
export async function readAudit(
  tx: Transaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const rows = await tx<AuditRow[]>`
    select id, payload, created_at, ip_address from auth.audit_log_entries
    order by created_at desc, id limit ${limit} offset ${offset}`
  const [count] = await tx<[{ total: number }]>`select count(*)::int as total from auth.audit_log_entries`
  return { rows, total: count.total }
}
