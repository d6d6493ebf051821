import type { Call } from './call.ts'
import { methodNotAllowed, pathNotFound } from './errors.ts'
import { getUser } from './flows/get-user.ts'
import { health } from './flows/health.ts'
import { jwks } from './flows/jwks.ts'
import { logout } from './flows/logout.ts'
import { otp } from './flows/otp.ts'
import { reauthenticate } from './flows/reauthenticate.ts'
import { recover } from './flows/recover.ts'
import { resend } from './flows/resend.ts'
import { settings } from './flows/settings.ts'
import { signUp } from './flows/sign-up.ts'
import { token } from './flows/token.ts'
import { updateUser } from './flows/update-user.ts'
import { verifyGet, verifyPost } from './flows/verify.ts'
import type { Services } from './services.ts'

/** One use case: reads its call, does its work, answers. What it throws becomes an answer in service.ts. */
export type Flow = (services: Services, call: Call) => Promise<Response>

/** Where the protocol is mounted. */
export const MOUNT_PATH = '/auth/v1'

const ROUTES: ReadonlyMap<string, ReadonlyMap<string, Flow>> = new Map([
  ['/signup', new Map<string, Flow>([['POST', signUp]])],
  [
    '/verify',
    new Map<string, Flow>([
      ['GET', verifyGet],
      ['POST', verifyPost],
    ]),
  ],
  ['/otp', new Map<string, Flow>([['POST', otp]])],
  ['/magiclink', new Map<string, Flow>([['POST', otp]])],
  ['/recover', new Map<string, Flow>([['POST', recover]])],
  ['/resend', new Map<string, Flow>([['POST', resend]])],
  ['/reauthenticate', new Map<string, Flow>([['GET', reauthenticate]])],
  ['/token', new Map<string, Flow>([['POST', token]])],
  ['/logout', new Map<string, Flow>([['POST', logout]])],
  [
    '/user',
    new Map<string, Flow>([
      ['GET', getUser],
      ['PUT', updateUser],
    ]),
  ],
  ['/settings', new Map<string, Flow>([['GET', settings]])],
  ['/health', new Map<string, Flow>([['GET', health]])],
  ['/.well-known/jwks.json', new Map<string, Flow>([['GET', jwks]])],
])

/** The flow of a request. HEAD is nobody's: a mail scanner that sends it must not use up a link. Throws 404 or 405. */
export function findFlow(method: string, pathname: string): Flow {
  const path = pathname.startsWith(`${MOUNT_PATH}/`) ? pathname.slice(MOUNT_PATH.length) : pathname
  const methods = ROUTES.get(path)
  if (methods === undefined) throw pathNotFound()
  const flow = methods.get(method)
  if (flow === undefined) throw methodNotAllowed([...methods.keys()])
  return flow
}
