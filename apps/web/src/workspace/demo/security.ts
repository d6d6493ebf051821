import { minutesAgo } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { SecurityPart } from '@cairn/workspace/port/security'
import { loaded, notSaved } from './answers.ts'

const EXAMPLES = [
  {
    id: 'demo-session-1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
    address: '192.0.2.10',
    signedInMinutesAgo: 90,
    usedMinutesAgo: 0,
    isCurrent: true,
  },
  {
    id: 'demo-session-2',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1',
    address: '198.51.100.24',
    signedInMinutesAgo: 4_000,
    usedMinutesAgo: 180,
    isCurrent: false,
  },
]

/** The security settings for guests: those of an account without second factor that is signed in twice. */
export const demoSecurity: SecurityPart = {
  factors: () => loaded(() => []),
  beginFactor: () => notSaved(phrase('Security settings')),
  finishFactor: () => notSaved(phrase('Security settings')),
  addKey: () => notSaved(phrase('Security settings')),
  removeFactor: () => notSaved(phrase('Security settings')),
  passkeys: () => loaded(() => []),
  addPasskey: () => notSaved(phrase('Security settings')),
  renamePasskey: () => notSaved(phrase('Security settings')),
  removePasskey: () => notSaved(phrase('Security settings')),
  recoveryCodesLeft: () => loaded(() => 0),
  newRecoveryCodes: () => notSaved(phrase('Security settings')),
  sessions: () =>
    loaded(() =>
      EXAMPLES.map(({ signedInMinutesAgo, usedMinutesAgo, ...session }) => ({
        ...session,
        signedInAt: minutesAgo(signedInMinutesAgo),
        lastUsedAt: minutesAgo(usedMinutesAgo),
      })),
    ),
  endSession: () => notSaved(phrase('Security settings')),
  endOtherSessions: () => notSaved(phrase('Security settings')),
  prove: () => notSaved(phrase('Security settings')),
  apps: {
    connectedApps: () => loaded(() => []),
    disconnectApp: () => notSaved(phrase('Security settings')),
    appRequest: () => notSaved(phrase('Security settings')),
    decideAppRequest: () => notSaved(phrase('Security settings')),
  },
  trials: {
    beginTrial: () => notSaved(phrase('Security settings')),
    readTrial: () => notSaved(phrase('Security settings')),
  },
  groups: {
    list: () => loaded(() => []),
    add: () => notSaved(phrase('Security settings')),
    remove: () => notSaved(phrase('Security settings')),
  },
}
