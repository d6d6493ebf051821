import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { withMinimumDuration } from '../../guards/minimum-duration.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import { latestSignUp } from '../../store/pending-sign-ups.ts'
import { findByWantedPhone } from '../../store/phones.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findByContact, setSentAt } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { type Contact, contactIn, limitContact } from '../shared/contact.ts'
import { challengeIn, redirectIn } from '../shared/inputs.ts'
import { sendToken } from '../shared/send-mail-token.ts'
import { sendCode } from '../shared/send-sms-code.ts'
import { sendEmailChange } from '../user/email-change.ts'
import { sendPhoneChange } from '../user/phone-change.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  type: z.string(),
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface Wanted {
  contact: Contact
  challenge: CodeChallenge | null
  redirectTo: string
}

/**
 * POST /resend: another mail with a new link, or another SMS with a new code. An address without a pending confirmation
 * gets none, and the answer does not tell.
 */
export async function resend(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  if (!isResendable(body.type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const resendTo = RESENDABLE[body.type]
  const wanted = {
    contact: contactOf(services, body.type, body),
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
  await limitClient(services, call)

  await withMinimumDuration(() =>
    services.database.transaction(async (tx) => {
      await limitContact(services, tx, call, wanted.contact)
      await resendTo(services, tx, call, wanted)
    }),
  )
  services.mail.wake()
  return json({})
}

type Resend = (services: Services, tx: Transaction, call: Call, wanted: Wanted) => Promise<void>

const RESENDABLE = {
  signup: resendConfirmation,
  email_change: resendEmailChange,
  sms: resendConfirmation,
  phone_change: resendPhoneChange,
} as const satisfies Record<string, Resend>

type Resendable = keyof typeof RESENDABLE

function isResendable(type: string): type is Resendable {
  return Object.hasOwn(RESENDABLE, type)
}

function contactOf(services: Services, type: Resendable, body: z.output<typeof bodySchema>): Contact {
  const kind = type === 'sms' || type === 'phone_change' ? 'phone' : 'email'
  const message =
    kind === 'phone' ? 'Type provided requires a phone number' : 'Type provided requires an email address'
  const contact = contactIn(services, body, { both: message, none: message })
  if (contact.kind !== kind) throw validationFailed(message)
  return contact
}

async function resendConfirmation(
  services: Services,
  tx: Transaction,
  call: Call,
  { contact, challenge, redirectTo }: Wanted,
): Promise<void> {
  const user = await findByContact(tx, contact)
  if (user === null || user.confirmed_at !== null) return
  await setSentAt(tx, user.id, 'confirmation_sent_at')
  const data = user.raw_user_meta_data
  const waiting = { userId: user.id, signUpId: await latestSignUp(tx, user.id) }
  if (contact.kind === 'phone') {
    const recipient = { ...waiting, number: contact.address, channel: contact.channel, data }
    return sendCode(services, tx, call, 'confirmation', recipient)
  }
  const recipient = { ...waiting, email: contact.address, data }
  return sendToken(services, tx, call, 'confirmation', { ...recipient, challenge, redirectTo })
}

async function resendEmailChange(
  services: Services,
  tx: Transaction,
  call: Call,
  { contact, challenge, redirectTo }: Wanted,
): Promise<void> {
  const user = await findByContact(tx, contact)
  if (!user?.email_change) return
  await sendEmailChange(services, tx, call, {
    user: { id: user.id, email: contact.address, data: user.raw_user_meta_data },
    wanted: user.email_change,
    challenge,
    redirectTo,
  })
}

/** The request names the new number, which the user knows; the code goes there. */
async function resendPhoneChange(
  services: Services,
  tx: Transaction,
  call: Call,
  { contact }: Wanted,
): Promise<void> {
  if (contact.kind !== 'phone') return
  const user = await findByWantedPhone(tx, contact.address)
  if (user !== null) await sendPhoneChange(services, tx, call, user.id, contact)
}
