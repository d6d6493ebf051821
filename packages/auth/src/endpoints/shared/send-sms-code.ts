import type { SmsChannel } from '@cairn/delivery/port/messages'
import type { Call } from '../../http/call.ts'
import type { Metadata } from '../../model/account.ts'
import { replaceOneTimeToken } from '../../store/one-time-tokens.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { languageOf } from './mail-language.ts'

/** The purposes of a code by SMS, and the token of each. */
const TOKENS = {
  confirmation: 'confirmation_token',
  signIn: 'recovery_token',
  newNumber: 'phone_change_token',
  reauthentication: 'reauthentication_token',
} as const

/** An SMS arrives at once; a user who has waited for longer requests another. */
const LIFETIME_SECONDS = 10 * 60

export interface SmsRecipient {
  userId: string
  number: string
  channel: SmsChannel
  /** Their metadata, or that of the request. */
  data?: Metadata
  /** The sign-up that the code confirms. */
  signUpId?: string
}

/** Queues an SMS with a new code. It replaces the code that was sent for the same before. */
export async function sendCode(
  services: Services,
  tx: Transaction,
  call: Call,
  purpose: keyof typeof TOKENS,
  { userId, number, channel, data = {}, signUpId }: SmsRecipient,
): Promise<void> {
  const code = services.codes.make()
  await replaceOneTimeToken(tx, {
    userId,
    type: TOKENS[purpose],
    purpose,
    signUpId: signUpId ?? null,
    // A row also has the hash of a link. This link's secret is not given out.
    hash: hashOfSecret(newOneTimeSecret()),
    codeHash: services.codes.hash(code, number),
    sentTo: number,
    flowStateId: null,
    lifetimeSeconds: LIFETIME_SECONDS,
  })
  const language = await languageOf(services, tx, call, { userId, email: null, data, isInvited: false })
  await services.sms.enqueue(tx, 'signIn', { to: number, channel, code, language })
}
