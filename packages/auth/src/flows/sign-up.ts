import { z } from 'zod'
import { json } from '../answers/respond.ts'
import { userJson } from '../answers/user.ts'
import { type Call, optionalText, readBody } from '../call.ts'
import { captchaField } from '../captcha.ts'
import { inEqualTime } from '../equal-time.ts'
import { phoneDisabled, signupDisabled, validationFailed } from '../errors.ts'
import { type Metadata, metadataProblem } from '../rules/metadata.ts'
import type { CodeChallenge } from '../rules/pkce.ts'
import type { Services } from '../services.ts'
import { databaseNow, type Transaction } from '../store/transaction.ts'
import { type Account, deleteUnconfirmed, insertAccount, isConfirmedAddress } from '../store/users.ts'
import { signUpAnonymously } from './anonymous.ts'
import { challengeIn, emailIn, newPasswordIn, redirectIn } from './inputs.ts'
import { limitAddress, limitClient } from './mail-limits.ts'
import { makeNewcomer } from './newcomer.ts'
import { sendToken } from './send-token.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface SignUp {
  email: string
  password: string
  data: Metadata
  challenge: CodeChallenge | null
  redirectTo: string
}

interface Registration {
  newcomer: Account
  outcome: 'new' | 'known'
}

/**
 * POST /signup: an account that waits for the confirmation of its address.
 *
 * The answer is made from the request alone and is the same whether the address is new, waits for its confirmation, or
 * belongs to somebody: that person gets a mail which says so, and nothing of theirs changes. A newer sign-up for an
 * address that nobody has confirmed replaces the older one, with its password and its link.
 */
export async function signUp(services: Services, call: Call): Promise<Response> {
  if (!services.settings.enableSignup) throw signupDisabled()
  const body = await readBody(call, bodySchema)
  await services.captcha.demand(call, body.gotrue_meta_security)
  const data = body.data ?? {}
  const problem = metadataProblem(data)
  if (problem !== null) throw validationFailed(problem)
  if (body.email === null && body.phone === null) return signUpAnonymously(services, call, data)
  const input = await readInput(services, call, { ...body, data })
  await limitClient(services, call)
  const passwordHash = await services.passwords.hash(input.password)

  const { newcomer, outcome } = await inEqualTime(() => register(services, call, input, passwordHash))
  services.mail.poke()
  services.observe({ kind: 'signed-up', requestId: call.requestId, outcome })
  return json(userJson(newcomer))
}

/** Everything that touches the database, in one transaction. */
function register(
  services: Services,
  call: Call,
  input: SignUp,
  passwordHash: string,
): Promise<Registration> {
  return services.database.transaction(async (tx) => {
    await limitAddress(services, tx, input.email)
    const newcomer = makeNewcomer(input, await databaseNow(tx))
    await services.hooks.beforeUserCreated(tx, call, userJson(newcomer))
    const known = await isConfirmedAddress(tx, input.email)
    await deleteUnconfirmed(tx, input.email)
    if (known) await tellOwner(services, tx, input)
    else await store(services, tx, { input, newcomer, passwordHash })
    return { newcomer, outcome: known ? 'known' : 'new' }
  })
}

async function readInput(
  services: Services,
  call: Call,
  body: z.output<typeof bodySchema> & { data: Metadata },
): Promise<SignUp> {
  if (body.email !== null && body.phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone !== null || body.email === null) throw phoneDisabled()
  if (body.password === null) throw validationFailed('Signup requires a valid password')
  const password = await newPasswordIn(services, body.password, services.settings.passwords.atSignUp)
  return {
    email: emailIn(body.email),
    password,
    data: body.data,
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
}

async function store(
  services: Services,
  tx: Transaction,
  { input, newcomer, passwordHash }: { input: SignUp; newcomer: Account; passwordHash: string },
): Promise<void> {
  await insertAccount(tx, newcomer, passwordHash)
  await sendToken(services, tx, 'confirmation', {
    userId: newcomer.user.id,
    email: input.email,
    data: input.data,
    challenge: input.challenge,
    redirectTo: input.redirectTo,
  })
}

/** The owner's own name is not used: whoever signs up would choose what we write to somebody else. */
async function tellOwner(services: Services, tx: Transaction, { email }: SignUp): Promise<void> {
  await services.mail.enqueue(tx, 'existingAccount', { to: email, data: {}, token: null })
}
