import { adminOnly, methodNotAllowed, pathNotFound } from '../errors/errors.ts'
import type { Call } from '../http/call.ts'
import { ACS_PATH, METADATA_PATH } from '../saml/saml.ts'
import { deleteUserById } from './admin/delete-user.ts'
import { deleteFactorOf, listFactorsOf } from './admin/factors.ts'
import { generateLink, invite } from './admin/links.ts'
import { listAudit, listUsers } from './admin/lists.ts'
import { rotateSigningKey } from './admin/rotate-key.ts'
import { createProvider, updateProvider } from './admin/sso-changes.ts'
import { deleteProvider, getProvider, listProviders } from './admin/sso-providers.ts'
import { createUser, getUserById, updateUserById } from './admin/users.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { countOwnRecoveryCodes, makeRecoveryCodes } from './factors/recovery-codes.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify.ts'
import { health } from './info/health.ts'
import { jwks } from './info/jwks.ts'
import { settings } from './info/settings.ts'
import { authorize, authorizeLinking, CALLBACK_PATH } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { unlinkIdentity } from './oauth/unlink.ts'
import { otp } from './otp/otp.ts'
import { reauthenticate } from './otp/reauthenticate.ts'
import { recover } from './otp/recover.ts'
import { resend } from './otp/resend.ts'
import type { Services } from './services.ts'
import { signUp } from './sign-up/sign-up.ts'
import { consumeAssertion } from './sso/acs.ts'
import { samlMetadata } from './sso/metadata.ts'
import { signInWithSso } from './sso/sign-in.ts'
import { token } from './token/token.ts'
import { getUser } from './user/get-user.ts'
import { logout } from './user/logout.ts'
import { endOwnSession, listOwnSessions } from './user/sessions.ts'
import { updateUser } from './user/update-user.ts'
import { verifyGet, verifyPost } from './verify/verify.ts'

/** One use case: reads its call, does its work, answers. What it throws becomes an answer in auth.ts. */
export type Flow = (services: Services, call: Call) => Promise<Response>

/** Where the protocol is mounted. */
export const MOUNT_PATH = '/auth/v1'

/** Only for whoever holds the service key. Throws `not_admin`. */
function forAdmins(flow: Flow): Flow {
  return async (services, call) => {
    if (call.apiRole !== 'service_role') throw adminOnly()
    return flow(services, call)
  }
}

type Methods = Readonly<Record<string, Flow>>

/** Paths below the mount; a segment that begins with a colon stands for anything. The first that fits is taken. */
const ROUTES: readonly (readonly [path: string, methods: Methods])[] = [
  ['/signup', { POST: signUp }],
  ['/verify', { GET: verifyGet, POST: verifyPost }],
  ['/otp', { POST: otp }],
  ['/magiclink', { POST: otp }],
  ['/recover', { POST: recover }],
  ['/resend', { POST: resend }],
  ['/reauthenticate', { GET: reauthenticate }],
  ['/authorize', { GET: authorize }],
  [CALLBACK_PATH, { GET: callback }],
  ['/sso', { POST: signInWithSso }],
  [METADATA_PATH, { GET: samlMetadata }],
  [ACS_PATH, { POST: consumeAssertion }],
  ['/user/identities/authorize', { GET: authorizeLinking }],
  ['/user/identities/:identityId', { DELETE: unlinkIdentity }],
  ['/token', { POST: token }],
  ['/logout', { POST: logout }],
  ['/user', { GET: getUser, PUT: updateUser }],
  ['/user/sessions', { GET: listOwnSessions }],
  ['/user/sessions/:sessionId', { DELETE: endOwnSession }],
  ['/factors', { POST: enrollFactor }],
  ['/factors/recovery-codes', { GET: countOwnRecoveryCodes, POST: makeRecoveryCodes }],
  ['/factors/:factorId', { DELETE: unenrollFactor }],
  ['/factors/:factorId/challenge', { POST: challengeFactor }],
  ['/factors/:factorId/verify', { POST: verifyFactor }],
  ['/invite', { POST: forAdmins(invite) }],
  ['/admin/generate_link', { POST: forAdmins(generateLink) }],
  ['/admin/users', { GET: forAdmins(listUsers), POST: forAdmins(createUser) }],
  [
    '/admin/users/:userId',
    { GET: forAdmins(getUserById), PUT: forAdmins(updateUserById), DELETE: forAdmins(deleteUserById) },
  ],
  ['/admin/users/:userId/factors', { GET: forAdmins(listFactorsOf) }],
  ['/admin/users/:userId/factors/:factorId', { DELETE: forAdmins(deleteFactorOf) }],
  ['/admin/sso/providers', { GET: forAdmins(listProviders), POST: forAdmins(createProvider) }],
  [
    '/admin/sso/providers/:providerId',
    { GET: forAdmins(getProvider), PUT: forAdmins(updateProvider), DELETE: forAdmins(deleteProvider) },
  ],
  ['/admin/signing-keys/rotate', { POST: forAdmins(rotateSigningKey) }],
  ['/admin/audit', { GET: forAdmins(listAudit) }],
  ['/settings', { GET: settings }],
  ['/health', { GET: health }],
  ['/.well-known/jwks.json', { GET: jwks }],
]

const COMPILED = ROUTES.map(([path, methods]) => ({
  segments: path.split('/'),
  methods: new Map(Object.entries(methods)),
}))

/** A flow, and what stands in the named places of its path. */
export interface Found {
  flow: Flow
  params: ReadonlyMap<string, string>
}

/** The flow of a request. HEAD is nobody's: a mail scanner that sends it must not use up a link. Throws 404 or 405. */
export function findFlow(method: string, pathname: string): Found {
  const path = pathname.startsWith(`${MOUNT_PATH}/`) ? pathname.slice(MOUNT_PATH.length) : pathname
  const segments = path.split('/')
  for (const route of COMPILED) {
    const params = match(route.segments, segments)
    if (params === null) continue
    const flow = route.methods.get(method)
    if (flow === undefined) throw methodNotAllowed([...route.methods.keys()])
    return { flow, params }
  }
  throw pathNotFound()
}

function match(pattern: readonly string[], segments: readonly string[]): Map<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params = new Map<string, string>()
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (expected.startsWith(':')) params.set(expected.slice(1), segment)
    else if (expected !== segment) return null
  }
  return params
}
