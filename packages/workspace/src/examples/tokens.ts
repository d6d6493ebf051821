import type { ApiTokens } from '../port/tokens.ts'
import { DAY, HOUR, minutesAgo } from './moments.ts'

const NIGHTLY = { id: 'demo-service-account-1', name: 'Nightly inventory' }

/** A token of a person and one of a service account, for guests. */
export function demoApiTokens(): ApiTokens {
  return {
    allowsWithoutEnd: false,
    tokens: [
      {
        id: 'demo-token-1',
        name: 'My reports',
        isMine: true,
        ownerName: 'Dana Demo',
        serviceAccount: null,
        scopes: ['systems:read', 'solutions:read'],
        ending: '7c1e',
        createdAt: minutesAgo(20 * DAY),
        expiresAt: minutesAgo(-70 * DAY),
        lastUsedAt: minutesAgo(3),
        lastUsedFrom: '203.0.113.7',
        formerUntil: null,
        hasSecret: true,
      },
      {
        id: 'demo-token-2',
        name: 'Inventory script',
        isMine: true,
        ownerName: 'Dana Demo',
        serviceAccount: NIGHTLY,
        scopes: ['systems:write', 'automations:write'],
        ending: '04ba',
        createdAt: minutesAgo(25 * DAY),
        expiresAt: minutesAgo(-5 * DAY),
        lastUsedAt: minutesAgo(9 * HOUR),
        lastUsedFrom: '198.51.100.24',
        formerUntil: null,
        hasSecret: true,
      },
    ],
    serviceAccounts: [
      {
        ...NIGHTLY,
        purpose: 'Enters what the discovery finds each night.',
        ownerId: 'demo-person-4',
        ownerName: 'Dana Demo',
        tokens: 1,
      },
    ],
  }
}
