import { AuthError } from './auth-errors.ts'

/** Refusals of single sign-on, in Supabase Auth's words where it has them. */

export const samlDisabled = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
/** `looked`: by what the provider was looked up; each has its sentence in Supabase Auth. */
export const ssoProviderNotFound = (looked: 'id' | 'domain' | 'admin') =>
  new AuthError(404, 'sso_provider_not_found', SSO_NOT_FOUND[looked])
const SSO_NOT_FOUND = {
  id: 'No such SSO provider',
  domain: 'No SSO provider assigned for this domain',
  admin: 'SSO Identity Provider not found',
} as const
export const ssoProviderDisabled = () =>
  new AuthError(404, 'sso_provider_disabled', 'SSO Provider is currently disabled')
export const relayStateNotFound = () =>
  new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
export const identityProviderUnknown = () =>
  new AuthError(
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  )
export const badSamlResponse = (cause: unknown) =>
  new AuthError(400, 'validation_failed', 'SAML Assertion is not valid', { cause })
export const assertionWithoutUser = () =>
  new AuthError(
    400,
    'saml_assertion_no_user_id',
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
  )
export const assertionWithoutEmail = () =>
  new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
/** Keeps organizations apart: an identity provider signs in only users of its domains. */
export const addressNotCovered = () =>
  new AuthError(
    403,
    'email_address_not_authorized',
    'The identity provider may not sign in people with an email address of this domain',
  )
export const ssoManaged = () =>
  new AuthError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  )
export const metadataFetchFailed = (message: string, cause: unknown) =>
  new AuthError(400, 'saml_metadata_fetch_failed', message, { cause })
export const entityIdMismatch = (expected: string, given: string) =>
  new AuthError(
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${expected}' but got '${given}'`,
  )
export const identityProviderExists = (entityId: string) =>
  new AuthError(
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  )
export const resourceIdTaken = (resourceId: string) =>
  new AuthError(422, 'conflict', `Another SSO provider has the resource id '${resourceId}'`)
export const ssoDomainTaken = (domain: string, providerId: string) =>
  new AuthError(
    400,
    'sso_domain_already_exists',
    `SSO Domain '${domain}' is already assigned to an SSO identity provider (${providerId})`,
  )
