import { z } from 'zod'

/** The input of the attacker's process, as JSON in its environment. */
export const attackSchema = z.object({
  url: z.string(),
  publishableKey: z.string(),
  /** The access token of a member with many records. */
  token: z.string(),
  /** The address of another person, whose password is guessed. */
  victim: z.string(),
  seconds: z.number(),
})
export type Attack = z.infer<typeof attackSchema>

/** The answers to one kind of request, by their status. */
const answeredSchema = z.record(z.string(), z.number())
export const reportSchema = z.object({
  embeds: answeredSchema,
  refused: answeredSchema,
  signIns: answeredSchema,
})
export type Report = z.infer<typeof reportSchema>
