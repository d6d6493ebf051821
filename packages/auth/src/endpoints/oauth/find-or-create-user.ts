import { randomUUID } from 'node:crypto'
import { providerEmailNeedsVerification, signupDisabled } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { ProviderProfile } from '../../providers/provider.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { findIdentityOwner, saveIdentity } from '../../store/identities.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { confirmEmail, deleteUnconfirmedEmail, findByEmail, insertAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { buildAccount } from '../shared/new-account.ts'

/**
 * Whose account somebody enters who signed in elsewhere: the one that the identity belongs to; else the one of the same
 * address, if the provider vouches for it and the account has proven it; else a new one. An address that the provider
 * does not vouch for opens nothing.
 */
export async function findOrCreateUser(
  services: Services,
  tx: Transaction,
  call: Call,
  identity: { provider: string; profile: ProviderProfile },
): Promise<string> {
  const { provider, profile } = identity
  const owner = await findIdentityOwner(tx, { provider, subject: profile.subject })
  const userId = owner ?? (await findOrCreateByEmail(services, tx, call, identity))
  await saveIdentity(tx, userId, identity)
  return userId
}

async function findOrCreateByEmail(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, profile }: { provider: string; profile: ProviderProfile },
): Promise<string> {
  const email = profile.email === null ? null : parseEmailAddress(profile.email)
  if (email === null || !profile.emailVerified) throw providerEmailNeedsVerification(provider)
  const known = await findByEmail(tx, email)
  if (known?.confirmed_at) return known.id

  if (!services.settings.enableSignup) throw signupDisabled()
  const newAccount = await buildAccountOf(tx, email, profile)
  await services.hooks.beforeUserCreated(tx, call, userJson(newAccount))
  // Whoever waited for a confirmation was not the one who has the mailbox.
  await deleteUnconfirmedEmail(tx, email)
  await insertAccount(tx, newAccount, null)
  await confirmEmail(tx, newAccount.user.id, { keepPassword: false })
  return newAccount.user.id
}

/** Somebody new, without the identity of an address and password: they have never signed in that way. */
async function buildAccountOf(tx: Transaction, email: string, profile: ProviderProfile): Promise<Account> {
  const data = {
    ...(profile.name === null ? {} : { name: profile.name.slice(0, 200) }),
    ...(profile.avatarUrl === null ? {} : { avatar_url: profile.avatarUrl.slice(0, 2_000) }),
  }
  const newAccount = buildAccount({ email, data, id: randomUUID() }, await databaseNow(tx))
  return { ...newAccount, identities: [] }
}
