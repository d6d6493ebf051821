import { createContext, useContext } from 'react'
import { z } from 'zod/mini'

const pageConfig = z.object({
  /** Where the service answers. */
  url: z.catch(z.url(), ''),
  /** The public key of the service. */
  key: z.catch(z.string(), ''),
  /** Whether mail leaves this installation. */
  sendsMail: z.catch(z.boolean(), true),
  /** Where the operator of this installation reads its mail, when it sends none. */
  outbox: z.catch(z.nullable(z.string().check(z.regex(/^\/[^/\\]/))), null),
})

export interface PageConfig {
  url: string
  key: string
  sendsMail: boolean
  outbox: string | null
}

/**
 * Parses the content of the page's `cairn-config`, which the server writes. A page without it comes from another server:
 * the page's own origin then counts as the service, guest mode works all the same, and signing in shows an error.
 */
export function readConfig(content: string, origin: string): PageConfig {
  const config = pageConfig.safeParse(fromJson(content))
  if (!config.success) return { url: origin, key: '', sendsMail: true, outbox: null }
  return { ...config.data, url: config.data.url || origin }
}

const ConfigContext = createContext<PageConfig | null>(null)

export const ConfigProvider = ConfigContext.Provider

export function useConfig(): PageConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('Stands outside of ConfigProvider.')
  return config
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
