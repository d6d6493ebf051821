import type { SmsChannel } from '../../delivery/sms/transport.ts'
import { replaceOneTimeToken } from '../../store/one-time-tokens.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'

/** What a code by text message can prove, and the token that stands for it. */
const TOKENS = {
  confirmation: 'confirmation_token',
  signIn: 'recovery_token',
  newNumber: 'phone_change_token',
  reauthentication: 'reauthentication_token',
} as const

/** A text message arrives at once: whoever waits for longer asks again. */
const LIFETIME_SECONDS = 10 * 60

/** Puts down the text message with a new code; what the person had of this kind dies. */
export async function sendCode(
  services: Services,
  tx: Transaction,
  purpose: keyof typeof TOKENS,
  { userId, number, channel }: { userId: string; number: string; channel: SmsChannel },
): Promise<void> {
  const code = services.codes.make()
  await replaceOneTimeToken(tx, {
    userId,
    type: TOKENS[purpose],
    // A row has the hash of a link too. Nobody is told this one's secret.
    hash: hashOfSecret(newOneTimeSecret()),
    codeHash: services.codes.hash(code, number),
    sentTo: number,
    flowStateId: null,
    lifetimeSeconds: LIFETIME_SECONDS,
  })
  await services.sms.enqueue(tx, 'signIn', { to: number, channel, code })
}
