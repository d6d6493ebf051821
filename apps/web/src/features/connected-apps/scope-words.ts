import { phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

/** The permission that each scope gives to an app, in plain words. */
const WORDS = new Map([
  ['openid', phrase('Recognize you when you sign in')],
  ['profile', phrase('See your name and your picture')],
  ['email', phrase('See your email address')],
  ['systems:read', phrase('See systems')],
  ['systems:write', phrase('See, add, change and delete systems')],
  ['automations:read', phrase('See automations and their runs')],
  ['automations:write', phrase('See, add, change and delete automations')],
  ['agents:read', phrase('See AI agents and their runs')],
  ['agents:write', phrase('See, add, change and delete AI agents')],
  ['solutions:read', phrase('See solutions')],
  ['solutions:write', phrase('See, add, change and delete solutions')],
  ['people:read', phrase('See the people of your organization')],
  ['audit:read', phrase('See the audit log, if you may see it')],
])

/** Not listed: every app stays connected. */
const UNSAID = 'offline_access'

/**
 * Returns sentences for these scopes; a scope that includes another one stands for both. An unknown scope is listed by
 * its name.
 */
export function scopeSentences(scopes: readonly string[], t: TFunction): string[] {
  return scopes
    .filter((scope) => scope !== UNSAID)
    .filter((scope) => !scopes.includes(scope.replace(/:read$/, ':write')) || !scope.endsWith(':read'))
    .map((scope) => {
      const words = WORDS.get(scope)
      return words === undefined ? scope : t(words)
    })
}
