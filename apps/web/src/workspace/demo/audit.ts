import { WorkspaceError } from '@cairn/workspace/errors'
import { minutesAgo } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { AuditPart, OwnActivity } from '@cairn/workspace/port/audit'
import { loaded } from './answers.ts'

const FOR_ADMINS = phrase('Security monitoring is only available to administrators.')

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

const EXAMPLES: readonly (Omit<OwnActivity, 'at'> & { minutesAgo: number })[] = [
  {
    id: 'demo-activity-1',
    action: 'login_successful',
    userAgent: BROWSER,
    address: '192.0.2.10',
    source: 'server',
    minutesAgo: 90,
  },
  {
    id: 'demo-activity-2',
    action: 'failed_login',
    userAgent: BROWSER,
    address: '192.0.2.10',
    source: 'server',
    minutesAgo: 91,
  },
  {
    id: 'demo-activity-3',
    action: 'password_changed',
    userAgent: BROWSER,
    address: '192.0.2.10',
    source: 'server',
    minutesAgo: 30_000,
  },
]

async function refused(): Promise<never> {
  throw new WorkspaceError(FOR_ADMINS, { kind: 'refused' })
}

/** Guests are viewers: they are refused like any other. */
export const demoAudit: AuditPart = {
  page: refused,
  filters: refused,
  overview: refused,
  releaseLockOut: refused,
  remindOfSecondFactor: refused,
  ownActivity: () =>
    loaded(() =>
      EXAMPLES.map(({ minutesAgo: minutes, ...activity }) => ({ ...activity, at: minutesAgo(minutes) })),
    ),
}
