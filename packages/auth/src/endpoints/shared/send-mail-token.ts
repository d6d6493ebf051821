import type { Call } from '../../http/call.ts'
import type { Metadata } from '../../model/account.ts'
import type { TemplateName } from '../../model/mail-templates.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import { type LinkType, verifyUrl } from '../../rules/verify-link.ts'
import { type FlowMethod, insertFlowState } from '../../store/flow-states.ts'
import { type OneTimeTokenType, replaceOneTimeToken } from '../../store/one-time-tokens.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { languageOf } from './mail-language.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

interface Purpose {
  template: TemplateName
  token: OneTimeTokenType
  link: LinkType
  method: FlowMethod
  lifetimeSeconds: number
}

/** The purposes of mails with a link and a code, and for how long these work. The templates name the same times. */
const PURPOSES = {
  confirmation: {
    template: 'confirmation',
    token: 'confirmation_token',
    link: 'signup',
    method: 'email/signup',
    lifetimeSeconds: 24 * HOUR_SECONDS,
  },
  invitation: {
    template: 'invite',
    token: 'confirmation_token',
    link: 'invite',
    method: 'invite',
    lifetimeSeconds: 48 * HOUR_SECONDS,
  },
  invitationOfMember: {
    template: 'invite',
    token: 'recovery_token',
    link: 'magiclink',
    method: 'magiclink',
    lifetimeSeconds: 48 * HOUR_SECONDS,
  },
  firstSignIn: {
    template: 'magicLink',
    token: 'confirmation_token',
    link: 'signup',
    method: 'magiclink',
    lifetimeSeconds: HOUR_SECONDS,
  },
  signIn: {
    template: 'magicLink',
    token: 'recovery_token',
    link: 'magiclink',
    method: 'magiclink',
    lifetimeSeconds: HOUR_SECONDS,
  },
  recovery: {
    template: 'recovery',
    token: 'recovery_token',
    link: 'recovery',
    method: 'recovery',
    lifetimeSeconds: HOUR_SECONDS,
  },
  newAddress: {
    template: 'emailChange',
    token: 'email_change_token_new',
    link: 'email_change',
    method: 'email_change',
    lifetimeSeconds: 24 * HOUR_SECONDS,
  },
  oldAddress: {
    template: 'emailChange',
    token: 'email_change_token_current',
    link: 'email_change',
    method: 'email_change',
    lifetimeSeconds: 24 * HOUR_SECONDS,
  },
  reauthentication: {
    template: 'reauthentication',
    token: 'reauthentication_token',
    link: 'reauthentication',
    method: 'email/signup',
    lifetimeSeconds: 10 * MINUTE_SECONDS,
  },
} as const satisfies Record<string, Purpose>

export type MailPurpose = keyof typeof PURPOSES

/** The user that a token belongs to, and the destination of its link. */
export interface Recipient {
  userId: string
  /** The recipient of the mail: the address that the token confirms. */
  email: string
  /** The sign-up that the token confirms. */
  signUpId?: string
  data: Metadata
  challenge: CodeChallenge | null
  redirectTo: string
  /** For a change of address: the current and the new address. */
  addresses?: { current: string; wanted: string }
}

/** A link's secret and a code: what is mailed, or returned to the holder of the service key. */
export interface MadeToken {
  secret: string
  code: string
  linkType: LinkType
}

/** Stores the hashes of a new link and code. They replace earlier ones for the same purpose. */
export async function makeToken(
  services: Services,
  tx: Transaction,
  purpose: MailPurpose,
  { userId, email, signUpId, challenge }: Pick<Recipient, 'userId' | 'email' | 'signUpId' | 'challenge'>,
): Promise<MadeToken> {
  const { token, link, method, lifetimeSeconds } = PURPOSES[purpose]
  const secret = newOneTimeSecret(challenge === null ? 'implicit' : 'pkce')
  const code = services.codes.make()
  const flowStateId = challenge === null ? null : await insertFlowState(tx, { userId, challenge, method })
  await replaceOneTimeToken(tx, {
    userId,
    type: token,
    purpose,
    signUpId: signUpId ?? null,
    hash: hashOfSecret(secret),
    codeHash: services.codes.hash(code, email),
    sentTo: email,
    flowStateId,
    lifetimeSeconds,
  })
  return { secret, code, linkType: link }
}

/** Queues the mail with a new link and code. */
export async function sendToken(
  services: Services,
  tx: Transaction,
  call: Call,
  purpose: MailPurpose,
  recipient: Recipient,
): Promise<void> {
  const { template } = PURPOSES[purpose]
  const { userId, email, data, redirectTo } = recipient
  const isInvited = template === 'invite'
  const { secret, code, linkType } = await makeToken(services, tx, purpose, recipient)
  const url = verifyUrl(services.publicUrl, { secret, type: linkType, redirectTo })
  await services.mail.enqueue(tx, template, {
    to: email,
    language: await languageOf(services, tx, call, { userId, email, data, isInvited }),
    data,
    token: { secret, code, url, redirectTo },
    ...(recipient.addresses === undefined ? {} : { addresses: recipient.addresses }),
  })
}
