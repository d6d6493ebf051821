import { Hono } from 'hono'
import { adminOnly, methodNotAllowed, pathNotFound } from '../errors/auth-errors.ts'
import type { Call } from '../http/call.ts'
import { asAuthError, errorResponse } from '../http/respond.ts'
import type { CallContext } from '../model/call-context.ts'
import { ACS_PATH, METADATA_PATH } from '../saml/saml.ts'
import { deleteUserById } from './admin/delete-user.ts'
import { deleteFactorOf, listFactorsOf } from './admin/factors.ts'
import { generateLink, invite } from './admin/links.ts'
import { listAudit, listUsers } from './admin/lists.ts'
import { deletePasskeyOf, listPasskeysOf } from './admin/passkeys.ts'
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
import { beginTrial, readTrial } from './oauth/trial.ts'
import { unlinkIdentity } from './oauth/unlink.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  regenerateOAuthSecret,
  updateOAuthClient,
} from './oauth-server/admin-clients.ts'
import { authorizeClient } from './oauth-server/authorize.ts'
import { decideAuthorization, getAuthorization } from './oauth-server/consent.ts'
import { endGrant, listGrants } from './oauth-server/grants.ts'
import { serverMetadataEndpoint } from './oauth-server/metadata.ts'
import { registerClient } from './oauth-server/register.ts'
import { revokeToken } from './oauth-server/revoke.ts'
import { inWordsOfOAuth } from './oauth-server/shared.ts'
import { clientToken } from './oauth-server/token.ts'
import { userinfo } from './oauth-server/userinfo.ts'
import { otp } from './otp/otp.ts'
import { reauthenticate } from './otp/reauthenticate.ts'
import { recover } from './otp/recover.ts'
import { resend } from './otp/resend.ts'
import { passkeyAuthenticationOptions, passkeyAuthenticationVerify } from './passkeys/authentication.ts'
import { listPasskeys, removePasskey, updatePasskey } from './passkeys/manage.ts'
import { passkeyRegistrationOptions, passkeyRegistrationVerify } from './passkeys/registration.ts'
import { peekSecurityChange, undoSecurityChange } from './security/undo.ts'
import type { Services } from './services.ts'
import { signUp } from './sign-up/sign-up.ts'
import { consumeAssertion } from './sso/acs.ts'
import { samlMetadata } from './sso/metadata.ts'
import { signInWithSso } from './sso/sign-in.ts'
import { token } from './token/token.ts'
import { getUser } from './user/get-user.ts'
import { logout } from './user/logout.ts'
import { provePassword } from './user/prove.ts'
import { endOwnSession, listOwnSessions } from './user/sessions.ts'
import { updateUser } from './user/update-user.ts'
import { peek } from './verify/peek.ts'
import { verifyGet, verifyPost } from './verify/verify.ts'

/** A use case: parses its call, does its work, and responds. Its errors become responses below. */
type Endpoint = (services: Services, call: Call) => Promise<Response>

/** The path where the protocol is mounted. */
export const MOUNT_PATH = '/auth/v1'

/** Only for the holder of the service key. Throws `not_admin`. */
function forAdmins(endpoint: Endpoint): Endpoint {
  return async (services, call) => {
    if (call.apiRole !== 'service_role') throw adminOnly()
    return endpoint(services, call)
  }
}

type Methods = Readonly<Record<string, Endpoint>>

/** Paths below the mount, in the order of their precedence. */
const ROUTES: readonly (readonly [path: string, methods: Methods])[] = [
  ['/signup', { POST: signUp }],
  ['/verify', { GET: verifyGet, POST: verifyPost }],
  ['/verify/peek', { POST: peek }],
  ['/security-changes/peek', { POST: peekSecurityChange }],
  ['/security-changes/undo', { POST: undoSecurityChange }],
  ['/otp', { POST: otp }],
  ['/magiclink', { POST: otp }],
  ['/recover', { POST: recover }],
  ['/resend', { POST: resend }],
  ['/reauthenticate', { GET: reauthenticate, POST: provePassword }],
  ['/authorize', { GET: authorize }],
  [CALLBACK_PATH, { GET: callback }],
  ['/sso', { POST: signInWithSso }],
  [METADATA_PATH, { GET: samlMetadata }],
  [ACS_PATH, { POST: consumeAssertion }],
  ['/user/identities/authorize', { GET: authorizeLinking }],
  ['/user/provider-trials', { POST: beginTrial }],
  ['/user/provider-trials/answer', { POST: readTrial }],
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
  ['/passkeys', { GET: listPasskeys }],
  ['/passkeys/registration/options', { POST: passkeyRegistrationOptions }],
  ['/passkeys/registration/verify', { POST: passkeyRegistrationVerify }],
  ['/passkeys/authentication/options', { POST: passkeyAuthenticationOptions }],
  ['/passkeys/authentication/verify', { POST: passkeyAuthenticationVerify }],
  ['/passkeys/:passkeyId', { PATCH: updatePasskey, DELETE: removePasskey }],
  ['/invite', { POST: forAdmins(invite) }],
  ['/admin/generate_link', { POST: forAdmins(generateLink) }],
  ['/admin/users', { GET: forAdmins(listUsers), POST: forAdmins(createUser) }],
  [
    '/admin/users/:userId',
    { GET: forAdmins(getUserById), PUT: forAdmins(updateUserById), DELETE: forAdmins(deleteUserById) },
  ],
  ['/admin/users/:userId/factors', { GET: forAdmins(listFactorsOf) }],
  ['/admin/users/:userId/factors/:factorId', { DELETE: forAdmins(deleteFactorOf) }],
  ['/admin/users/:userId/passkeys', { GET: forAdmins(listPasskeysOf) }],
  ['/admin/users/:userId/passkeys/:passkeyId', { DELETE: forAdmins(deletePasskeyOf) }],
  ['/admin/sso/providers', { GET: forAdmins(listProviders), POST: forAdmins(createProvider) }],
  [
    '/admin/sso/providers/:providerId',
    { GET: forAdmins(getProvider), PUT: forAdmins(updateProvider), DELETE: forAdmins(deleteProvider) },
  ],
  ['/oauth/authorize', { GET: inWordsOfOAuth(authorizeClient) }],
  ['/oauth/authorizations/:authorizationId', { GET: getAuthorization }],
  ['/oauth/authorizations/:authorizationId/consent', { POST: decideAuthorization }],
  ['/oauth/token', { POST: inWordsOfOAuth(clientToken) }],
  ['/oauth/revoke', { POST: inWordsOfOAuth(revokeToken) }],
  ['/oauth/userinfo', { GET: inWordsOfOAuth(userinfo), POST: inWordsOfOAuth(userinfo) }],
  ['/oauth/clients/register', { POST: inWordsOfOAuth(registerClient) }],
  ['/user/oauth/grants', { GET: listGrants, DELETE: endGrant }],
  ['/admin/oauth/clients', { GET: forAdmins(listOAuthClients), POST: forAdmins(createOAuthClient) }],
  [
    '/admin/oauth/clients/:clientId',
    {
      GET: forAdmins(getOAuthClient),
      PUT: forAdmins(updateOAuthClient),
      DELETE: forAdmins(deleteOAuthClient),
    },
  ],
  ['/admin/oauth/clients/:clientId/regenerate_secret', { POST: forAdmins(regenerateOAuthSecret) }],
  ['/.well-known/openid-configuration', { GET: serverMetadataEndpoint }],
  ['/.well-known/oauth-authorization-server', { GET: serverMetadataEndpoint }],
  ['/admin/signing-keys/rotate', { POST: forAdmins(rotateSigningKey) }],
  ['/admin/audit', { GET: forAdmins(listAudit) }],
  ['/settings', { GET: settings }],
  ['/health', { GET: health }],
  ['/.well-known/jwks.json', { GET: jwks }],
]

interface Env {
  Bindings: CallContext
}

/** The addresses of the protocol, at and below {@link MOUNT_PATH}. An error of an endpoint becomes its response. */
export function createRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>({ getPath: pathBelowMount })
  for (const [path, methods] of ROUTES) addRoute(routes, services, path, methods)
  routes.notFound((c) => errorResponse(pathNotFound(), c.req.raw))
  routes.onError((thrown, c) => {
    const error = asAuthError(thrown)
    // Refusals are not logged: they are the caller's mistake, not ours.
    if (error.status >= 500) {
      const { pathname: path } = new URL(c.req.url)
      const { code, cause = error } = error
      services.observe({ kind: 'request-failed', requestId: c.env.requestId, path, code, cause })
    }
    return errorResponse(error, c.req.raw)
  })
  return routes
}

function pathBelowMount(request: Request): string {
  const { pathname } = new URL(request.url)
  return pathname.startsWith(`${MOUNT_PATH}/`) ? pathname.slice(MOUNT_PATH.length) : pathname
}

/**
 * Methods other than these are answered with 405, and so is HEAD: a mail scanner that sends it must not use up a link.
 */
function addRoute(routes: Hono<Env>, services: Services, path: string, methods: Methods): void {
  for (const [method, endpoint] of Object.entries(methods)) {
    routes.on(method, path, (c, next) => {
      // Hono routes HEAD to GET handlers.
      if (c.req.method !== method) return next()
      const { clientAddress, requestId, apiRole } = c.env
      const request = c.req.raw
      const url = new URL(request.url)
      return endpoint(services, { clientAddress, requestId, apiRole, request, url, params: c.req.param() })
    })
  }
  routes.all(path, () => {
    throw methodNotAllowed(Object.keys(methods))
  })
}
