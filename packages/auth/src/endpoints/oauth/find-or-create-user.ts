import {
  providerEmailMissing,
  providerEmailNeedsVerification,
  signupDisabled,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { ProviderAnswer, ProviderProfile } from '../../providers/provider.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { groupsInClaims } from '../../rules/groups.ts'
import { SAML } from '../../rules/sso-provider.ts'
import { confirmContact, NOTHING_PROVEN } from '../../store/confirmation.ts'
import { findIdentityOwner, saveIdentity } from '../../store/identities.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { storeNewUser } from '../../store/unconfirmed.ts'
import { findByEmail } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { buildAccount } from '../shared/new-account.ts'

/**
 * The id of the user who signed in with a provider, as {@link findOrCreateUser}. The product follows the groups that the
 * provider names.
 */
export async function enterByProvider(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, answer }: { provider: string; answer: ProviderAnswer },
): Promise<string> {
  const { profile, claims } = answer
  const userId = await findOrCreateUser(services, tx, call, { provider, profile })
  // Rules about single sign-on have this name, which an operator may have given to a provider.
  if (provider !== SAML) {
    const address = profile.emailVerified ? profile.email : null
    await services.hooks.signInByProvider(tx, call, {
      userId,
      provider,
      address,
      claims: groupsInClaims(claims),
    })
  }
  return userId
}

/**
 * The id of the user who signed in with a provider: of the account with this identity; else of the account with the
 * same address, if the provider and the account have both verified it; else of a new account. An address that the
 * provider has not verified opens no account.
 */
async function findOrCreateUser(
  services: Services,
  tx: Transaction,
  call: Call,
  identity: { provider: string; profile: ProviderProfile },
): Promise<string> {
  const { provider, profile } = identity
  const met = await findMet(services, tx, call, identity)
  const userId = met.kind === 'known' ? met.userId : await create(services, tx, call, met, profile)
  await saveIdentity(tx, userId, { provider, profile })
  return userId
}

/** The user whom an identity meets: one who exists, or a new one, maybe in the place of a sign-up without confirmation. */
export type Met = { kind: 'known'; userId: string } | NewUser

interface NewUser {
  kind: 'new'
  email: string
  waiting: { id: string } | null
}

/** Throws `provider_email_missing`, `provider_email_needs_verification` or `signup_disabled`. Stores nothing. */
export async function findMet(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, profile }: { provider: string; profile: ProviderProfile },
): Promise<Met> {
  const owner = await findIdentityOwner(tx, { provider, subject: profile.subject })
  if (owner !== null) return { kind: 'known', userId: owner }
  const email = profile.email === null ? null : parseEmailAddress(profile.email)
  if (email === null) throw providerEmailMissing(provider)
  if (!profile.emailVerified) {
    // The person cannot change it; an operator who reads the log can.
    const setting = `[auth.external.${provider}] trust_email`
    services.observe({ kind: 'provider-email-refused', requestId: call.requestId, provider, setting })
    throw providerEmailNeedsVerification(provider)
  }
  const known = await findByEmail(tx, email)
  if (known?.confirmed_at) return { kind: 'known', userId: known.id }
  if (!services.settings.enableSignup) throw signupDisabled()
  return { kind: 'new', email, waiting: known }
}

async function create(
  services: Services,
  tx: Transaction,
  call: Call,
  user: NewUser,
  profile: ProviderProfile,
): Promise<string> {
  const account = await accountOf(tx, user, profile)
  await services.hooks.beforeUserCreated(tx, call, userJson(account))
  // A sign-up that waits for its confirmation may not be by the owner of the mailbox.
  await storeNewUser(tx, user.waiting, { account, passwordHash: null })
  await confirmContact(tx, account.user.id, 'email', NOTHING_PROVEN)
  return account.user.id
}

/** A new account without an identity for address and password: the user has never signed in that way. */
export async function accountOf(
  tx: Transaction,
  { email, waiting }: NewUser,
  profile: ProviderProfile,
): Promise<Account> {
  const data = {
    ...(profile.name === null ? {} : { name: profile.name.slice(0, 200) }),
    ...(profile.avatarUrl === null ? {} : { avatar_url: profile.avatarUrl.slice(0, 2_000) }),
  }
  const account = buildAccount({ email, data, id: waiting?.id }, await databaseNow(tx))
  return { ...account, identities: [] }
}
