import type { SmsChannel } from '@cairn/delivery/port/messages'
import { validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { emailIn, phoneIn } from './inputs.ts'
import { limitAddress } from './mail-limits.ts'
import { limitNumber } from './sms-limits.ts'

/** An address or a number by which a user signs in and is written to. The kinds have the names of their columns. */
export type Contact =
  | { kind: 'email'; address: string }
  | { kind: 'phone'; address: string; channel: SmsChannel }

export interface ContactBody {
  email: string | null
  phone: string | null
  channel?: string | null
}

/**
 * The contact of a request; `messages` are the refusals when there are two or none. Throws as {@link emailIn} and
 * {@link phoneIn}.
 */
export function contactIn(
  services: Services,
  { email, phone, channel = null }: ContactBody,
  messages: { both: string; none: string },
): Contact {
  if (email !== null && phone !== null) throw validationFailed(messages.both)
  if (phone !== null) {
    return { kind: 'phone', address: phoneIn(services, phone), channel: channelIn(services, channel) }
  }
  if (email === null) throw validationFailed(messages.none)
  return { kind: 'email', address: emailIn(email) }
}

/** The channel that a request asks for, SMS by default. Throws `validation_failed`. */
export function channelIn({ sms }: Services, channel: string | null): SmsChannel {
  const wanted = channel ?? 'sms'
  if ((wanted === 'sms' || wanted === 'whatsapp') && sms.offers(wanted)) return wanted
  throw validationFailed(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is the provider.",
  )
}

/** Whether contacts of this kind count as confirmed without a link or a code. */
export function autoconfirms({ settings }: Services, { kind }: Contact): boolean {
  return kind === 'email' ? (settings.mailerAutoconfirm ?? false) : (settings.phone?.autoconfirm ?? false)
}

/** Limits the messages to a contact; see the limits of mail and SMS. */
export function limitContact(
  services: Services,
  tx: Transaction,
  call: Call,
  contact: Contact,
): Promise<void> {
  return contact.kind === 'email'
    ? limitAddress(services, tx, call, contact.address)
    : limitNumber(services, tx, contact.address)
}
