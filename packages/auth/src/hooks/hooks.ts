import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { refusedByHook } from '../errors/auth-errors.ts'
import type { Call } from '../http/call.ts'
import { type AccessTokenClaims, accessTokenClaimsSchema } from '../model/claims.ts'
import type { GroupClaims } from '../model/group-claims.ts'
import { databaseNow, type Transaction } from '../store/transaction.ts'
import { callFunction, HookFailed, type HookFunction } from './call-function.ts'

/** The functions that the product offers; a hook that is left out agrees to everything. */
export interface HookSettings {
  beforeUserCreated?: HookFunction
  passwordVerificationAttempt?: HookFunction
  customAccessToken?: HookFunction
  invitation?: HookFunction
  recipientLanguage?: HookFunction
  endPrograms?: HookFunction
  providerTrial?: HookFunction
  signInByProvider?: HookFunction
}

/** The programs acting for a user that have to end. */
export interface EndedPrograms {
  userId: string
  /** For the log of the product. */
  reason: 'logout' | 'password_changed' | 'undone'
  /** Whether programs from before `since` stay; all of them where `since` is null. */
  keepsFormer: boolean
  since: string | null
}

/** A sign-in by a provider, and the groups that it names for the user. */
interface ProviderSignIn {
  userId: string
  /** The name of an external provider, or `saml` for single sign-on. */
  provider: string
  /** The address that the provider vouches for; null where it vouches for none. */
  address: string | null
  claims: GroupClaims
}

/** The product's decision about a sign-in attempt. */
type AttemptDecision = { kind: 'continue' } | { kind: 'reject'; message: string; endSessions: boolean }

/**
 * The product's hooks: Postgres functions with the inputs and outputs of Supabase Auth's hooks. Each runs inside the
 * transaction of the endpoint, so what it writes is committed or rolled back with it. A hook that is not configured
 * agrees. All throw {@link HookFailed} when the function fails or its output has another shape.
 */
export interface Hooks {
  /**
   * Before a user is stored; `user` as clients will see them. Unlike Supabase Auth we also ask for addresses that have an
   * account: the caller must not learn from a refusal, or from its absence, that the account exists. Throws the product's
   * refusal.
   */
  beforeUserCreated(tx: Transaction, call: Call, user: Record<string, unknown>): Promise<void>
  /**
   * After a password was checked, whether right or not. Beside Supabase's `user_id` and `valid` the metadata carries the
   * address or phone number that was tried, as `email`. Unknown addresses come with `user_id` null, so that the product
   * can count them like known ones.
   */
  passwordVerificationAttempt(
    tx: Transaction,
    call: Call,
    attempt: { userId: string | null; email: string; valid: boolean },
  ): Promise<AttemptDecision>
  /**
   * Whether an admin has invited the address: only then a mail says so. An addition to the protocol; without the hook
   * nobody is invited.
   */
  isInvited(tx: Transaction, call: Call, email: string): Promise<boolean>
  /**
   * The language that the recipient of a message, or their inviter, chose; null when it is not known. An addition to
   * the protocol.
   */
  languageOfRecipient(
    tx: Transaction,
    call: Call,
    recipient: { userId: string | null; email: string | null; isInvited: boolean },
  ): Promise<string | null>
  /**
   * A user signs out everywhere, has a new password, or undoes the changes of a thief: the product ends the secrets
   * that it gave to programs of the user, such as API tokens. An addition to the protocol.
   */
  endPrograms(tx: Transaction, call: Call, ended: EndedPrograms): Promise<void>
  /**
   * Whether a user may try the sign-in at a provider, which shows them how the provider is set up. An addition to the
   * protocol; without the hook nobody may.
   */
  mayTryProviders(tx: Transaction, call: Call, userId: string): Promise<boolean>
  /**
   * A provider has said who the user is: the product follows the groups that it names. An addition to the protocol.
   */
  signInByProvider(tx: Transaction, call: Call, signIn: ProviderSignIn): Promise<void>
  /** The claims of an access token that is about to be signed. */
  customizeClaims(
    tx: Transaction,
    call: Call,
    token: { claims: AccessTokenClaims; method: string },
  ): Promise<AccessTokenClaims>
}

const refusalSchema = z.object({
  error: z.object({ http_code: z.int().optional(), message: z.string().optional() }),
})

const attemptSchema = z.object({
  decision: z.enum(['continue', 'reject']),
  message: z.string().nullish(),
  should_logout_user: z.boolean().nullish(),
})

const invitationSchema = z.object({ invited: z.boolean() })

const languageSchema = z.object({ language: z.string().nullable() })

const trialSchema = z.object({ allowed: z.boolean() })

const claimsSchema = z.object({ claims: accessTokenClaimsSchema })

const DEFAULT_REJECTION = 'Further password verification attempts will be rejected.'

// biome-ignore lint/plugin/short-functions: a flat list of the hooks, a short method for each.
export function createHooks(configured: HookSettings): Hooks {
  return {
    async beforeUserCreated(tx, call, user) {
      if (configured.beforeUserCreated === undefined) return
      await ask(tx, configured.beforeUserCreated, {
        metadata: await metadata(tx, call, 'before-user-created'),
        user,
      })
    },
    async passwordVerificationAttempt(tx, call, { userId, email, valid }) {
      if (configured.passwordVerificationAttempt === undefined) return { kind: 'continue' }
      const hook = configured.passwordVerificationAttempt
      const output = await ask(tx, hook, {
        metadata: {
          ...(await metadata(tx, call, 'password-verification')),
          email,
          request_id: call.requestId,
        },
        user_id: userId,
        valid,
      })
      const answer = parseAnswer(hook, attemptSchema, output)
      if (answer.decision === 'continue') return { kind: 'continue' }
      return {
        kind: 'reject',
        message: answer.message || DEFAULT_REJECTION,
        endSessions: answer.should_logout_user ?? false,
      }
    },
    async isInvited(tx, call, email) {
      if (configured.invitation === undefined) return false
      const input = { metadata: await metadata(tx, call, 'invitation'), email }
      return parseAnswer(configured.invitation, invitationSchema, await ask(tx, configured.invitation, input))
        .invited
    },
    async languageOfRecipient(tx, call, { userId, email, isInvited }) {
      const hook = configured.recipientLanguage
      if (hook === undefined) return null
      const input = {
        metadata: await metadata(tx, call, 'recipient-language'),
        user_id: userId,
        email,
        invited: isInvited,
      }
      return parseAnswer(hook, languageSchema, await ask(tx, hook, input)).language
    },
    async endPrograms(tx, call, { userId, reason, keepsFormer, since }) {
      if (configured.endPrograms === undefined) return
      await ask(tx, configured.endPrograms, {
        metadata: await metadata(tx, call, 'end-programs'),
        user_id: userId,
        reason,
        keeps_former: keepsFormer,
        since,
      })
    },
    async mayTryProviders(tx, call, userId) {
      const hook = configured.providerTrial
      if (hook === undefined) return false
      const input = { metadata: await metadata(tx, call, 'provider-trial'), user_id: userId }
      return parseAnswer(hook, trialSchema, await ask(tx, hook, input)).allowed
    },
    async signInByProvider(tx, call, { userId, provider, address, claims }) {
      if (configured.signInByProvider === undefined) return
      await ask(tx, configured.signInByProvider, {
        metadata: await metadata(tx, call, 'sign-in-by-provider'),
        user_id: userId,
        provider,
        address,
        claims,
      })
    },
    async customizeClaims(tx, call, { claims, method }) {
      if (configured.customAccessToken === undefined) return claims
      const hook = configured.customAccessToken
      const output = await ask(tx, hook, {
        metadata: await metadata(tx, call, 'customize-access-token'),
        user_id: claims.sub,
        claims,
        authentication_method: method,
      })
      return parseAnswer(hook, claimsSchema, output).claims
    },
  }
}

async function metadata(tx: Transaction, call: Call, name: string): Promise<Record<string, unknown>> {
  return {
    uuid: randomUUID(),
    time: (await databaseNow(tx)).toISOString(),
    name,
    ip_address: call.clientAddress,
  }
}

/** Calls the function and passes its refusal on; only a 4xx is meant for the caller. */
async function ask(tx: Transaction, hook: HookFunction, input: Record<string, unknown>): Promise<unknown> {
  const output = await callFunction(tx, hook, input)
  const refusal = refusalSchema.safeParse(output)
  if (!refusal.success || !refusal.data.error.message) return output
  const { http_code: status = 500, message } = refusal.data.error
  if (status < 400 || status > 499) throw new HookFailed(hook, { cause: message })
  throw refusedByHook(status, message)
}

function parseAnswer<Schema extends z.ZodType>(
  hook: HookFunction,
  schema: Schema,
  output: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(output)
  if (!parsed.success) throw new HookFailed(hook, { cause: parsed.error })
  return parsed.data
}
