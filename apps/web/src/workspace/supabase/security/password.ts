import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { PasswordOutcome, PasswordPart } from '@cairn/workspace/port/password'
import { signedInId } from '../account/membership.ts'
import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { accessFailure } from '../client/failures.ts'
import { passwordAttributes } from '../client/password-attributes.ts'
import { blockedMinutes, forgetTries } from './password-tries.ts'

export function createPassword(connect: Connect): PasswordPart {
  return { change: (input) => changePassword(connect, input) }
}

/**
 * Changes the password of the user: tries and earlier passwords are looked up first, and the change is noted. The auth
 * server holds the rules, the history and the limit that count; what is kept here tells the user sooner, and why.
 * @throws WorkspaceError 'Failed to check password history', AccessError with the auth server's reason.
 */
async function changePassword(
  connect: Connect,
  { current, next, keepsPrograms }: Parameters<PasswordPart['change']>[0],
): Promise<PasswordOutcome> {
  const userId = await signedInId(connect)
  const minutes = await blockedMinutes(connect, userId, Date.now())
  if (minutes !== null) return { kind: 'too-often', minutes }
  await report(connect, 'password_change_attempted', 'medium')
  const hash = await sha256(next)
  if (hash !== null && (await wasUsedBefore(connect, userId, hash))) {
    await report(connect, 'password_change_failed', 'high')
    return { kind: 'used-before' }
  }
  const client = await connect()
  const { error } = await client.supabase.auth.updateUser(passwordAttributes(next, keepsPrograms, current))
  if (error) {
    await report(connect, 'password_change_failed', 'high')
    if (error.code === 'same_password') return { kind: 'used-before' }
    if (error.status === 429) return { kind: 'too-often', minutes: null }
    throw accessFailure(error, client.lastAuthFailure())
  }
  await Promise.allSettled([
    ...(hash === null ? [] : [remember(connect, userId, hash)]),
    forgetTries(connect, userId),
  ])
  return { kind: 'changed' }
}

/** Reports a security event; a failure to note it stops nothing. The server itself notes a success. */
async function report(connect: Connect, action: string, severity: 'medium' | 'high'): Promise<void> {
  const event = { p_action: action, p_resource_type: 'user_account', p_severity: severity }
  await tell(connect, (supabase) => supabase.rpc('log_security_event_enhanced', event)).catch(() => undefined)
}

async function wasUsedBefore(connect: Connect, userId: string, hash: string): Promise<boolean> {
  const question = { user_id_param: userId, new_password_hash: hash }
  try {
    return !(await ask(connect, (supabase) => supabase.rpc('check_password_history', question)))
  } catch (cause) {
    throw new WorkspaceError(phrase('Failed to check password history'), { kind: 'unavailable', cause })
  }
}

async function remember(connect: Connect, userId: string, hash: string): Promise<void> {
  const row = { user_id: userId, password_hash: hash }
  await tell(connect, (supabase) => supabase.from('password_history').insert(row))
}

/** In hexadecimal; null where the page is not in a secure context: there the auth server alone knows earlier passwords. */
async function sha256(text: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
