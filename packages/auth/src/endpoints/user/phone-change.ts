import { phoneExists } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import { withdrawTokens } from '../../store/one-time-tokens.ts'
import { beginPhoneChange, finishPhoneChange, lockPhoneChange } from '../../store/phones.ts'
import type { Transaction } from '../../store/transaction.ts'
import { displaceUnconfirmed } from '../../store/unconfirmed.ts'
import { findAccount, findByContact } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { autoconfirms, type Contact, limitContact } from '../shared/contact.ts'
import { sendCode } from '../shared/send-sms-code.ts'
import { tellChange } from '../shared/tell-change.ts'

export type PhoneContact = Extract<Contact, { kind: 'phone' }>

/**
 * Begins a change of number: it happens once the new number is confirmed, or at once where numbers are confirmed
 * automatically. The product's hook is asked as for a new user.
 */
export async function requestPhoneChange(
  services: Services,
  tx: Transaction,
  call: Call,
  { account, wanted }: { account: Account; wanted: PhoneContact },
): Promise<void> {
  const userId = account.user.id
  await limitContact(services, tx, call, wanted)
  await services.hooks.beforeUserCreated(tx, call, { ...userJson(account), phone: wanted.address })
  await beginPhoneChange(tx, userId, wanted.address)
  await withdrawTokens(tx, userId, ['phone_change_token'])
  if (autoconfirms(services, wanted)) await confirmPhoneChange(services, tx, call, userId)
  else await sendPhoneChange(services, tx, call, userId, wanted)
}

/** Sends the code, unless the number belongs to another user: then neither the caller nor that user is notified. */
export async function sendPhoneChange(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
  wanted: PhoneContact,
): Promise<void> {
  const owner = await findByContact(tx, wanted)
  if (owner?.confirmed_at) return
  await sendCode(services, tx, call, 'newNumber', { userId, number: wanted.address, channel: wanted.channel })
}

/**
 * Completes a change after the code was right; the owner is notified by mail. Throws `phone_exists` when another user has the
 * number.
 */
export async function confirmPhoneChange(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
): Promise<void> {
  const wanted = { kind: 'phone', address: await lockPhoneChange(tx, userId) } as const
  const holder = await findByContact(tx, wanted)
  if (holder !== null && holder.id !== userId) {
    if (holder.confirmed_at) throw phoneExists()
    await displaceUnconfirmed(tx, holder.id)
  }
  const account = await findAccount(tx, userId)
  await finishPhoneChange(tx, userId)
  if (account === null) return
  const change = { kind: 'phone_changed', removed: { phone: account.user.phone } } as const
  await tellChange(services, tx, call, { owner: account.user, change })
}
