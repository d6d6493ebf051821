import type { AttributeMapping } from '../model/sso-provider.ts'
import { parseEmailAddress } from '../rules/email-address.ts'
import type { Assertion } from './assertion.ts'

/** A user as an identity provider describes them. */
export interface SsoUser {
  /** Never changes. */
  subject: string
  email: string
  /** The mapped attributes, and `name` even without a mapping. */
  claims: Record<string, unknown>
}

export type SsoUserVerdict = { kind: 'user'; user: SsoUser } | { kind: 'no-subject' } | { kind: 'no-email' }

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const MAX_SUBJECT_LENGTH = 1_024

/** The usual attributes of addresses and names, for providers without a mapping; the most exact first. */
const EMAIL_NAMES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'email',
]
const FULL_NAMES = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'displayName',
]

/** The user that an assertion names: none without a persistent subject or without an address. */
export function ssoUserIn(assertion: Assertion, mapping: AttributeMapping): SsoUserVerdict {
  const subject = subjectOf(assertion)
  if (subject === null) return { kind: 'no-subject' }
  const claims = mappedClaims(assertion, mapping)
  const email = emailOf(assertion, claims)
  if (email === null) return { kind: 'no-email' }
  const name = firstOf(assertion, FULL_NAMES)
  return {
    kind: 'user',
    user: { subject, email, claims: { ...(name === null ? {} : { name: name.slice(0, 200) }), ...claims } },
  }
}

function subjectOf({ attributes, nameId }: Assertion): string | null {
  const id = attributes.get(SUBJECT_ID.toLowerCase())?.[0] ?? lastingNameId(nameId)
  return id === null || id === '' || id.length > MAX_SUBJECT_LENGTH ? null : id
}

/** null for a transient name id, which differs at every sign-in. */
function lastingNameId(nameId: Assertion['nameId']): string | null {
  if (nameId === null || nameId.format === TRANSIENT_FORMAT) return null
  return nameId.format === EMAIL_FORMAT ? nameId.value.toLowerCase() : nameId.value
}

function emailOf(assertion: Assertion, claims: Record<string, unknown>): string | null {
  const { nameId } = assertion
  const stated =
    (typeof claims['email'] === 'string' ? claims['email'] : null) ??
    firstOf(assertion, EMAIL_NAMES) ??
    (nameId?.format === EMAIL_FORMAT ? nameId.value : null)
  return stated === null ? null : parseEmailAddress(stated)
}

function firstOf({ attributes }: Assertion, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name.toLowerCase())?.[0]
    if (value !== undefined) return value
  }
  return null
}

function mappedClaims({ attributes }: Assertion, { keys = {} }: AttributeMapping): Record<string, unknown> {
  const claims = new Map<string, unknown>()
  for (const [key, mapped] of Object.entries(keys)) {
    const names = [...(mapped.name === undefined ? [] : [mapped.name]), ...(mapped.names ?? [])]
    const values = names
      .map((name) => attributes.get(name.toLowerCase()) ?? [])
      .find((found) => found.length > 0)
    if (values !== undefined) claims.set(key, mapped.array ? values : values[0])
    else if (mapped.default !== undefined && mapped.default !== null) claims.set(key, mapped.default)
  }
  return Object.fromEntries(claims)
}
