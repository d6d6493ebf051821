import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { optionalText } from '../../http/body.ts'
import type { Metadata } from '../../model/account.ts'
import { OPERATOR } from '../../passwords/hashing.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import type { PasswordRules } from '../../passwords/strength.ts'
import { readBanDuration } from '../../rules/ban-duration.ts'
import { metadataProblem } from '../../rules/metadata.ts'
import type { Services } from '../services.ts'
import { emailIn, phoneIn } from '../shared/inputs.ts'

/** The attributes of a user that the holder of the service key may set. */
export const attributesSchema = z.object({
  id: z.uuid().nullish(),
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ban_duration: optionalText,
  role: optionalText,
})

export type AttributesBody = z.output<typeof attributesSchema>

export interface Attributes {
  id: string | null
  email: string | null
  phone: string | null
  passwordHash: string | null
  confirm: boolean
  confirmPhone: boolean
  userMetadata: Metadata
  appMetadata: Metadata
  /** null for no change, 0 for the end of a ban. */
  banMs: number | null
}

/** A hash of another system: bcrypt, with a cost no higher than a sign-in may take. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/**
 * Checks the attributes, and hashes the password, which has to meet the rule of the `occasion`. Throws
 * `validation_failed`, `weak_password` or `phone_provider_disabled`.
 */
export async function readAttributes(
  services: Services,
  body: AttributesBody,
  occasion: keyof PasswordRules,
): Promise<Attributes> {
  if (body.role !== null && body.role !== 'authenticated') {
    throw validationFailed('The only role of a user is authenticated')
  }
  for (const metadata of [body.user_metadata ?? {}, body.app_metadata ?? {}]) {
    const problem = metadataProblem(metadata)
    if (problem !== null) throw validationFailed(problem)
  }
  return {
    id: body.id ?? null,
    email: body.email === null ? null : emailIn(body.email),
    phone: body.phone === null ? null : phoneIn(services, body.phone),
    confirm: body.email_confirm ?? false,
    confirmPhone: body.phone_confirm ?? false,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    banMs: banIn(body.ban_duration),
    passwordHash: await passwordHashIn(services, body, occasion),
  }
}

function banIn(text: string | null): number | null {
  if (text === null) return null
  const ban = readBanDuration(text)
  switch (ban.kind) {
    case 'none':
      return 0
    case 'for':
      return ban.ms
    case 'bad':
      throw validationFailed('ban_duration must be "none" or a duration such as "24h" or "1h30m"')
  }
}

async function passwordHashIn(
  services: Services,
  body: AttributesBody,
  occasion: keyof PasswordRules,
): Promise<string | null> {
  if (body.password !== null && body.password_hash !== null) {
    throw validationFailed('Only a password or a password hash should be provided, not both')
  }
  if (body.password_hash !== null) {
    if (!BCRYPT.test(body.password_hash)) throw validationFailed('password_hash must be a bcrypt hash')
    return body.password_hash
  }
  if (body.password === null) return null
  return services.passwords.hash(await newPasswordIn(services, body.password, occasion), OPERATOR)
}
