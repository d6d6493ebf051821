import { phrase } from '@cairn/workspace/lib/phrase'
import type { DiscoveryPart } from '@cairn/workspace/port/discovery'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Heartbeats'))

/** Guests are no admins: nobody calls them. */
export const demoDiscovery: DiscoveryPart = {
  callers: async () => ({ hasAddress: false, waiting: 0, refused: 0, items: [] }),
  makeAddress: refused,
  revokeAddress: refused,
  join: refused,
  register: refused,
  refuse: refused,
}
