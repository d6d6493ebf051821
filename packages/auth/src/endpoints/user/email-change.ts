import { emailExists } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account, Metadata } from '../../model/account.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import {
  beginEmailChange,
  finishEmailChange,
  lockEmailChange,
  setOneMailboxConfirmed,
} from '../../store/email-changes.ts'
import { withdrawTokens } from '../../store/one-time-tokens.ts'
import type { Transaction } from '../../store/transaction.ts'
import { displaceUnconfirmed } from '../../store/unconfirmed.ts'
import { findAccount, findByEmail, isConfirmedAddress } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { limitAddress } from '../shared/mail-limits.ts'
import { sendToken } from '../shared/send-mail-token.ts'
import { tellChange } from '../shared/tell-change.ts'
import { tellOwner } from '../shared/tell-owner.ts'

/** How far a change of address is when one of the two mailboxes has confirmed. */
export type Confirmation = 'confirmed' | 'other-mailbox-pending'

export interface EmailChange {
  user: { id: string; email: string | null; data: Metadata }
  wanted: string
  challenge: CodeChallenge | null
  redirectTo: string
}

/**
 * Begins a change of address: it happens once both mailboxes have confirmed it. The product's hook is asked as for a new
 * user, so that an address that could not sign up cannot be changed to either.
 */
export async function requestEmailChange(
  services: Services,
  tx: Transaction,
  call: Call,
  { account, change }: { account: Account; change: EmailChange },
): Promise<void> {
  // Both mailboxes get a mail.
  await limitAddress(services, tx, call, change.wanted)
  if (change.user.email !== null) await limitAddress(services, tx, call, change.user.email)
  await services.hooks.beforeUserCreated(tx, call, { ...userJson(account), email: change.wanted })
  if (services.settings.mailerAutoconfirm ?? false) await changeAtOnce(services, tx, call, change)
  else await sendEmailChange(services, tx, call, change)
}

async function changeAtOnce(
  services: Services,
  tx: Transaction,
  call: Call,
  { user, wanted }: EmailChange,
): Promise<void> {
  await beginEmailChange(tx, user.id, wanted)
  await completeEmailChange(services, tx, call, user.id, wanted)
}

/** Mails both addresses. If the new address is taken, its owner is notified and the caller is not. */
export async function sendEmailChange(
  services: Services,
  tx: Transaction,
  call: Call,
  change: EmailChange,
): Promise<void> {
  const { user, wanted, challenge, redirectTo } = change
  await beginEmailChange(tx, user.id, wanted)
  await withdrawTokens(tx, user.id, ['email_change_token_new', 'email_change_token_current'])
  const addresses = { current: user.email ?? '', wanted }
  const recipient = { userId: user.id, data: user.data, challenge, redirectTo, addresses }
  if (await isConfirmedAddress(tx, wanted)) {
    await tellOwner(services, tx, call, wanted)
  } else {
    await sendToken(services, tx, call, 'newAddress', { ...recipient, email: wanted })
  }
  if (user.email !== null)
    await sendToken(services, tx, call, 'oldAddress', { ...recipient, email: user.email })
}

/**
 * Stores that a mailbox has confirmed, and completes the change when it was the last: the former address is notified. Throws `email_exists` when another
 * user has confirmed the address meanwhile.
 */
export async function confirmEmailChange(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
): Promise<Confirmation> {
  const change = await lockEmailChange(tx, userId)
  if (change.current !== null && !change.oneMailboxConfirmed) {
    await setOneMailboxConfirmed(tx, userId)
    return 'other-mailbox-pending'
  }
  await completeEmailChange(services, tx, call, userId, change.wanted)
  return 'confirmed'
}

async function completeEmailChange(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
  wanted: string,
): Promise<void> {
  const holder = await findByEmail(tx, wanted)
  if (holder?.confirmed_at) throw emailExists()
  if (holder !== null) await displaceUnconfirmed(tx, holder.id)
  const account = await findAccount(tx, userId)
  await finishEmailChange(tx, userId)
  if (account === null) return
  const removed = { email: account.user.email }
  const change = { kind: 'email_changed', removed, newEmail: wanted } as const
  await tellChange(services, tx, call, { owner: account.user, change })
}
