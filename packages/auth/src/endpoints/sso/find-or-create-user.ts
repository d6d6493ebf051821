import { randomUUID } from 'node:crypto'
import { signupDisabled, validationFailed } from '../../errors/auth-errors.ts'
import {
  addressNotCovered,
  assertionWithoutEmail,
  assertionWithoutUser,
  badSamlResponse,
} from '../../errors/sso-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account, Metadata } from '../../model/account.ts'
import type { SsoProvider } from '../../model/sso-provider.ts'
import { groupsInAttributes } from '../../rules/groups.ts'
import { mergeMetadata, metadataProblem } from '../../rules/metadata.ts'
import { SAML, ssoProviderName } from '../../rules/sso-provider.ts'
import type { Assertion } from '../../saml/assertion.ts'
import { type SsoUser, ssoUserIn } from '../../saml/attributes.ts'
import { confirmContact, NOTHING_PROVEN } from '../../store/confirmation.ts'
import { findIdentityOwner, saveSsoIdentity } from '../../store/identities.ts'
import { useAssertion } from '../../store/sso-providers.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { findAccount, insertAccount } from '../../store/users.ts'
import { changeEmail, setUserMetadata } from '../../store/users-admin.ts'
import type { Services } from '../services.ts'
import { buildAccount } from '../shared/new-account.ts'

/** Longer than any difference between two clocks. */
const REMEMBER_LONGER_MS = 60_000

/** A user, and the assertion and the provider that name them. */
interface SsoSignIn {
  provider: SsoProvider
  assertion: Assertion
  user: SsoUser
}

/**
 * The user that an assertion names. Membership follows a confirmed address, so a provider is trusted only for
 * addresses of its own domains. Throws `email_address_not_authorized`, `saml_assertion_no_user_id` or
 * `saml_assertion_no_email`.
 */
export function ssoUserOf(provider: SsoProvider, assertion: Assertion): SsoUser {
  const verdict = ssoUserIn(assertion, provider.attributeMapping)
  switch (verdict.kind) {
    case 'no-subject':
      throw assertionWithoutUser()
    case 'no-email':
      throw assertionWithoutEmail()
    case 'user': {
      const { user } = verdict
      const domain = user.email.slice(user.email.lastIndexOf('@') + 1)
      if (!provider.domains.includes(domain)) throw addressNotCovered()
      return user
    }
  }
}

/**
 * The id of the user who signed in by single sign-on: of the account with this provider's identity, or of a new account,
 * never of another account with the same address. Uses the assertion up.
 */
export async function findOrCreateSsoUser(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, assertion, user }: SsoSignIn,
): Promise<string> {
  const expiresAt = new Date(assertion.expiresAtMs + REMEMBER_LONGER_MS)
  if (!(await useAssertion(tx, { providerId: provider.id, id: assertion.id, expiresAt }))) {
    throw badSamlResponse(new Error('The assertion was used before.'))
  }
  const name = ssoProviderName(provider.id)
  const data = profileData(provider, user)
  const owner = await findIdentityOwner(tx, { provider: name, subject: user.subject })
  const userId =
    owner ?? (await createSsoUser(services, tx, call, { email: user.email, data, provider: name }))
  if (owner !== null) await updateFromAssertion(tx, owner, user.email, data)
  await saveSsoIdentity(tx, userId, { provider: name, subject: user.subject, data })
  await services.hooks.signInByProvider(tx, call, {
    userId,
    provider: SAML,
    address: user.email,
    claims: groupsInAttributes(assertion.attributes),
  })
  return userId
}

/** The user's metadata, with Supabase Auth's names. Throws `validation_failed` when it is larger than we store. */
function profileData({ entityId }: SsoProvider, { subject, email, claims }: SsoUser): Metadata {
  const { name, ...custom } = claims
  const data = {
    ...(typeof name === 'string' ? { name, full_name: name } : {}),
    ...(Object.keys(custom).length === 0 ? {} : { custom_claims: custom }),
    iss: entityId,
    sub: subject,
    email,
    email_verified: true,
    phone_verified: false,
  }
  const problem = metadataProblem(data)
  if (problem !== null) throw validationFailed(problem)
  return data
}

async function createSsoUser(
  services: Services,
  tx: Transaction,
  call: Call,
  { email, data, provider }: { email: string; data: Metadata; provider: string },
): Promise<string> {
  if (!services.settings.enableSignup) throw signupDisabled()
  const { user } = buildAccount({ email, data, id: randomUUID() }, await databaseNow(tx))
  const newAccount: Account = {
    factors: [],
    identities: [],
    user: {
      ...user,
      is_sso_user: true,
      confirmation_sent_at: null,
      raw_app_meta_data: { provider, providers: [provider] },
      raw_user_meta_data: data,
    },
  }
  await services.hooks.beforeUserCreated(tx, call, userJson(newAccount))
  await insertAccount(tx, newAccount, null)
  await confirmContact(tx, user.id, 'email', NOTHING_PROVEN)
  return user.id
}

/** Takes over the name and the address that the organisation gives its user. */
async function updateFromAssertion(
  tx: Transaction,
  userId: string,
  email: string,
  data: Metadata,
): Promise<void> {
  const known = await findAccount(tx, userId)
  if (known === null) return
  if (known.user.email !== email) await changeEmail(tx, userId, email)
  await setUserMetadata(tx, userId, mergeMetadata(known.user.raw_user_meta_data, data))
}
