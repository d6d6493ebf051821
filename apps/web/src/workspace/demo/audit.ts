import { phrase } from '../../lib/phrase.ts'
import { WorkspaceError } from '../errors.ts'
import type { AuditPart, OwnActivity } from '../port/audit.ts'
import { loaded } from './answers.ts'
import { minutesAgo } from './data/moments.ts'

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
