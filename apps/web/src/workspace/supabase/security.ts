import type { SecurityPart } from '../port/security.ts'
import type { Connect } from './client.ts'
import { onDemand } from './on-demand.ts'

/** Passkeys, second factors, recovery codes and sessions of the signed-in user; their code is loaded with the first call. */
export function createSecurity(connect: Connect): SecurityPart {
  return onDemand(
    async () => (await import('./security-on-demand.ts')).createSecurityOnDemand(connect),
    [
      'factors',
      'beginFactor',
      'finishFactor',
      'addKey',
      'removeFactor',
      'recoveryCodesLeft',
      'newRecoveryCodes',
      'passkeys',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
      'sessions',
      'endSession',
      'endOtherSessions',
    ],
  )
}
