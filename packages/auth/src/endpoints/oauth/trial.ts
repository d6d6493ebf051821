import { z } from 'zod'
import {
  adminOnly,
  providerNotEnabled,
  secondFactorNeeded,
  trialNotFound,
  userBanned,
} from '../../errors/auth-errors.ts'
import { readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { redirect } from '../../http/redirects.ts'
import { asAuthError, json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { ProviderAnswer } from '../../providers/provider.ts'
import { shownClaims } from '../../providers/shown-claims.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { insertTrial, keepAnswer, type Trial, takeAnswer } from '../../store/provider-trials.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { redirectIn } from '../shared/inputs.ts'
import { hasSecondFactor, signedIn } from '../shared/signed-in.ts'
import { askProvider } from './ask-provider.ts'
import { CALLBACK_PATH } from './authorize.ts'
import { accountOf, findMet } from './find-or-create-user.ts'

/** The parameter of the address in which the code comes back. No client takes it for a code to sign in with. */
const CODE_PARAMETER = 'provider_trial'

const RULES = [
  'no_address',
  'trust_email',
  'email_verified',
  'google_domain',
  'tenant',
  'several_tenants',
  'xms_edov',
  'github',
] as const

const keptSchema = z.union([
  z.object({
    kind: z.literal('said'),
    profile: z.object({
      subject: z.string(),
      email: z.string().nullable(),
      emailVerified: z.boolean(),
      name: z.string().nullable(),
      avatarUrl: z.string().nullable(),
    }),
    emailRule: z.enum(RULES),
    claims: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
type Kept = z.output<typeof keptSchema>
type Said = Extract<Kept, { kind: 'said' }>

const beginSchema = z.object({ provider: z.string() })
const readSchema = z.object({ code: z.string() })

/**
 * POST /user/provider-trials: the address at which an admin tries the sign-in at a provider. Nobody is signed in by it. An
 * addition to the protocol. Throws `provider_disabled`, or `not_admin` where the product does not let the user.
 */
export async function beginTrial(services: Services, call: Call): Promise<Response> {
  const { account, session } = await signedIn(services, call)
  if (session.aal === 'aal1' && hasSecondFactor(account)) {
    throw secondFactorNeeded(403, 'AAL2 required to try a provider')
  }
  const { provider: name } = await readBody(call, beginSchema)
  await limitClient(services, call)
  const allowed = await services.database.transaction((tx) =>
    services.hooks.mayTryProviders(tx, call, account.user.id),
  )
  if (!allowed) throw adminOnly()
  const provider = services.providers.get(name)
  if (provider === undefined) throw providerNotEnabled()
  const secrets = services.oauthStates.begin()
  const url = await provider.authorizationUrl({
    ...secrets,
    redirectUri: services.issuer + CALLBACK_PATH,
    scopes: null,
  })
  const trial = {
    sessionId: session.id,
    provider: name,
    stateHash: hashOfSecret(secrets.state),
    redirectTo: redirectIn(call, services),
  }
  await services.database.transaction((tx) => insertTrial(tx, trial))
  return json({ url: url.href })
}

/**
 * The way back of a trial: keeps what the provider said, or why it failed, and gives this browser a code for it. Begins no
 * session and reads no account.
 */
export async function finishTrial(
  services: Services,
  call: Call,
  trial: Trial,
  state: string,
): Promise<Response> {
  const answer = await askProvider(services, call, trial.provider, state).then(said, failed)
  const code = newOneTimeSecret()
  await services.database.transaction((tx) =>
    keepAnswer(tx, { id: trial.id, codeHash: hashOfSecret(code), answer }),
  )
  const target = new URL(trial.redirectTo)
  target.searchParams.set(CODE_PARAMETER, code)
  return redirect(target.href)
}

function said({ profile, emailRule, claims }: ProviderAnswer): Kept {
  return { kind: 'said', profile, emailRule, claims: [...shownClaims(claims)] }
}

const oauthError = z.object({ error: z.string().max(100), error_description: z.string().optional() })

/** The words of OAuth for what went wrong, which name the setting to look at; no other error is shown. */
function failed(thrown: unknown): Kept {
  const cause = thrown instanceof Error ? thrown.cause : null
  const parsed = oauthError.safeParse(cause)
  if (!parsed.success) return { kind: 'failed', reason: '' }
  const { error, error_description: description } = parsed.data
  const reason = description === undefined ? error : `${error}: ${description.slice(0, 300)}`
  return { kind: 'failed', reason }
}

/**
 * POST /user/provider-trials/answer: what the provider said and what becomes of it, once, for the session that began the trial
 * and the browser that came back. Throws `trial_not_found`.
 */
export async function readTrial(services: Services, call: Call): Promise<Response> {
  const { account, session } = await signedIn(services, call)
  const { code } = await readBody(call, readSchema)
  await limitClient(services, call)
  const taken = await services.database.transaction((tx) =>
    takeAnswer(tx, { sessionId: session.id, codeHash: hashOfSecret(code) }),
  )
  if (taken === null) throw trialNotFound()
  const { provider } = taken
  const kept = keptSchema.parse(taken.answer)
  if (kept.kind === 'failed') return json({ provider, failure: kept.reason })
  const outcome = await services.database.transaction((tx) =>
    outcomeOf(services, tx, call, { provider, kept, callerId: account.user.id, now: session.now }),
  )
  const { profile, emailRule, claims } = kept
  return json({
    provider,
    claims,
    address: { email: profile.email, verified: profile.emailVerified, rule: emailRule },
    name: profile.name,
    picture: profile.avatarUrl,
    outcome,
  })
}

type Outcome =
  | { kind: 'member' | 'new' }
  /** With the address of the account where the provider has another one, which changes nothing. */
  | { kind: 'own'; keeps: string | null }
  | { kind: 'refused'; code: string; message: string }

/** The outcome that a sign-in would have. The product is asked about a new user, and what it wrote is taken back. */
async function outcomeOf(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, kept, callerId, now }: { provider: string; kept: Said; callerId: string; now: Date },
): Promise<Outcome> {
  await tx`savepoint trial`
  try {
    const met = await findMet(services, tx, call, { provider, profile: kept.profile })
    if (met.kind === 'new') {
      const account = await accountOf(tx, met, kept.profile)
      await services.hooks.beforeUserCreated(tx, call, userJson(account))
      return { kind: 'new' }
    }
    const user = (await findAccount(tx, met.userId))?.user
    if (user?.banned_until && user.banned_until > now) throw userBanned(403)
    if (met.userId !== callerId) return { kind: 'member' }
    const email = parseEmailAddress(kept.profile.email ?? '')
    return { kind: 'own', keeps: email === null || email === user?.email ? null : (user?.email ?? null) }
  } catch (thrown) {
    const { status, code, message } = asAuthError(thrown)
    if (status >= 500) throw thrown
    return { kind: 'refused', code, message }
  } finally {
    await tx`rollback to savepoint trial`
  }
}
