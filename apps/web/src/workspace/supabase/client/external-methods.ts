import { z } from 'zod/mini'

/** The list of sign-in methods in the settings of the auth server, each on or off. */
export const externalMethods = z.record(z.string(), z.boolean())

/** Methods in the same list that are no providers. */
const NOT_PROVIDERS = ['email', 'phone', 'anonymous_users']

/** The names of the providers in the list of methods. */
export function providersIn(external: z.infer<typeof externalMethods>): string[] {
  return Object.keys(external).filter((name) => external[name] && !NOT_PROVIDERS.includes(name))
}
