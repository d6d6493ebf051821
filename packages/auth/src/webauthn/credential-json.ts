import { z } from 'zod'

/** What browsers answer, as the official client serializes it. Everything binary is base64url. */

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
// Only what is verified or stored is read: the rest is the browser's own.
const envelope = { id: base64url.min(1), rawId: base64url.min(1), type: z.literal('public-key') }

/** The answer of navigator.credentials.create(). */
export const registrationSchema = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(16)
      .catch([])
      .default([]),
  }),
  clientExtensionResults: z.object({}).default({}),
})

/** The answer of navigator.credentials.get(). */
export const assertionSchema = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? null),
  }),
  clientExtensionResults: z.object({}).default({}),
})

export type Assertion = z.output<typeof assertionSchema>

const clientDataSchema = z.object({ crossOrigin: z.boolean().optional(), topOrigin: z.string().optional() })

/** Whether the answer was given on a page in a frame of another site's page. Ours are never framed. */
export function isFramed(clientDataJson: string): boolean {
  const { crossOrigin = false, topOrigin } = clientDataSchema.parse(
    JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()),
  )
  return crossOrigin || topOrigin !== undefined
}

/** The user's id that an authenticator kept with the passkey; null when it named none. */
export function userOfHandle(handle: string | null): string | null {
  return handle === null ? null : Buffer.from(handle, 'base64url').toString()
}
