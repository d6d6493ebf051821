import type { Metadata } from '../rules/metadata.ts'
import type { CodeChallenge } from '../rules/pkce.ts'
import type { Services } from '../services.ts'
import { insertFlowState } from '../store/flow-states.ts'
import { replaceOneTimeToken } from '../store/one-time-tokens.ts'
import type { Transaction } from '../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../tokens/one-time.ts'

/** Puts down the mail that asks somebody to confirm their address. A link that they got before dies. */
export async function sendConfirmation(
  services: Services,
  tx: Transaction,
  recipient: {
    userId: string
    email: string
    data: Metadata
    challenge: CodeChallenge | null
    redirectTo: string
  },
): Promise<void> {
  const { userId, email, data, challenge, redirectTo } = recipient
  const secret = newOneTimeSecret(challenge === null ? 'implicit' : 'pkce')
  if (challenge !== null) await insertFlowState(tx, { userId, challenge })
  await replaceOneTimeToken(tx, {
    userId,
    type: 'confirmation_token',
    hash: hashOfSecret(secret),
    sentTo: email,
  })
  await services.mail.enqueue(tx, 'confirmation', {
    to: email,
    data,
    link: { secret, type: 'signup', redirectTo },
  })
}
