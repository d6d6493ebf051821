import { z } from 'zod'

/** The responses of browsers, as the official client serializes them. All binary values are base64url. */

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
// Only fields that are verified or stored are parsed; the others are up to the browser.
const envelope = { id: base64url.min(1), rawId: base64url.min(1), type: z.literal('public-key') }

/** The response of navigator.credentials.create(). */
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

/** The response of navigator.credentials.get(). */
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

/** Whether the response was given in a frame of another site's page. Our pages are never framed. */
export function isFramed(clientDataJson: string): boolean {
  const { crossOrigin = false, topOrigin } = clientDataSchema.parse(
    JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()),
  )
  return crossOrigin || topOrigin !== undefined
}

/** The user's ID that an authenticator stored with the passkey; null when it sent none. */
export function userOfHandle(handle: string | null): string | null {
  return handle === null ? null : Buffer.from(handle, 'base64url').toString()
}
