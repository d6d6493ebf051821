import { isIP } from 'node:net'

/** Hosts that the operator lets be asked though they are not public: as `WEBHOOK_ALLOWED_HOSTS` names them. */
export interface AllowedHosts {
  /** Whether this host is named, at this port or at any. */
  has(host: string, port: number): boolean
}

export const NO_ALLOWED_HOSTS: AllowedHosts = { has: () => false }

/** A name or an IP address, with or without a port: `hooks.example.com`, `10.1.2.3:8080`, `[fd12::1]:8080`. */
export const ALLOWED_HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)(:\d{1,5})?$/i

/** Entries as {@link ALLOWED_HOST} describes them. */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const named = new Set(entries.map((entry) => entry.toLowerCase()))
  return {
    has(host, port) {
      const name = isIP(host) === 6 ? `[${host}]` : host.toLowerCase()
      return named.has(name) || named.has(`${name}:${port}`)
    },
  }
}
