import {
  providerEmailMissing,
  providerEmailNeedsVerification,
  signupDisabled,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { ProviderProfile } from '../../providers/provider.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { confirmContact, NOTHING_PROVEN } from '../../store/confirmation.ts'
import { findIdentityOwner, saveIdentity } from '../../store/identities.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { storeNewUser } from '../../store/unconfirmed.ts'
import { findByEmail } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { buildAccount } from '../shared/new-account.ts'

/**
 * The id of the user who signed in with a provider: of the account with this identity; else of the account with the
 * same address, if the provider and the account have both verified it; else of a new account. An address that the
 * provider has not verified opens no account.
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
  if (email === null) throw providerEmailMissing(provider)
  if (!profile.emailVerified) {
    // The person cannot change it; an operator who reads the log can.
    const setting = `[auth.external.${provider}] trust_email`
    services.observe({ kind: 'provider-email-refused', requestId: call.requestId, provider, setting })
    throw providerEmailNeedsVerification(provider)
  }
  const known = await findByEmail(tx, email)
  if (known?.confirmed_at) return known.id

  if (!services.settings.enableSignup) throw signupDisabled()
  const account = await buildAccountOf(tx, { email, id: known?.id }, profile)
  await services.hooks.beforeUserCreated(tx, call, userJson(account))
  // A sign-up that waits for its confirmation may not be by the owner of the mailbox.
  await storeNewUser(tx, known, { account, passwordHash: null })
  await confirmContact(tx, account.user.id, 'email', NOTHING_PROVEN)
  return account.user.id
}

/** A new account without an identity for address and password: the user has never signed in that way. */
async function buildAccountOf(
  tx: Transaction,
  user: { email: string; id: string | undefined },
  profile: ProviderProfile,
): Promise<Account> {
  const data = {
    ...(profile.name === null ? {} : { name: profile.name.slice(0, 200) }),
    ...(profile.avatarUrl === null ? {} : { avatar_url: profile.avatarUrl.slice(0, 2_000) }),
  }
  const newAccount = buildAccount({ ...user, data }, await databaseNow(tx))
  return { ...newAccount, identities: [] }
}
