import { createSealer } from '@cairn/auth/tokens/sealing'
import type { Secret } from '@cairn/auth/tokens/secrets'
import { z } from 'zod'

const DAY_MS = 86_400_000
/** A mail that is older than this is stopped in the settings. */
const LIFETIME_MS = 90 * DAY_MS
/** Longer ones are none of ours. */
const MAX_TOKEN_LENGTH = 1_000

const stoppable = z.enum(['email', 'weekly_digest'])

/** The mails that can be stopped, by the switch that stops them. */
export type Stoppable = z.output<typeof stoppable>

const content = z.object({
  person: z.uuid(),
  mails: stoppable,
  /** Of the mail, and so of the page. */
  language: z.string().nullable(),
  until: z.number(),
})

/** Whose mails a link stops, and which. */
export type Unsubscription = Omit<z.output<typeof content>, 'until'>

export interface UnsubscribeLinks {
  /** The address that stops these mails of this person, without a session. */
  urlFor(unsubscription: Unsubscription): string
  /** null for a token that is not ours or too old; nothing tells which. */
  open(token: string): Unsubscription | null
}

interface LinkOptions {
  publicUrl: string
  secret: Secret
  clock?: () => number
}

export const UNSUBSCRIBE_PATH = '/unsubscribe'

const PLACE = 'link'

/** Links that stop mails. All that they stand for is sealed in them, so nothing is stored. */
export function createUnsubscribeLinks({
  publicUrl,
  secret,
  clock = Date.now,
}: LinkOptions): UnsubscribeLinks {
  const sealer = createSealer(secret, 'unsubscribe links')
  return {
    urlFor(unsubscription) {
      const sealed = sealer.seal(JSON.stringify({ ...unsubscription, until: clock() + LIFETIME_MS }), PLACE)
      return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${sealed.toString('base64url')}`
    },
    open(token) {
      if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+$/.test(token)) return null
      const text = opened(() => sealer.open(Buffer.from(token, 'base64url'), PLACE))
      if (text === null) return null
      const { until, ...unsubscription } = content.parse(JSON.parse(text))
      return until < clock() ? null : unsubscription
    },
  }
}

function opened(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}
