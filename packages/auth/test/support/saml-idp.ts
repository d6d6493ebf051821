import { randomUUID } from 'node:crypto'
import * as samlify from 'samlify'
import { makeKeyAndCertificate } from '../../src/saml/certificate.ts'

samlify.setSchemaValidator({ validate: () => Promise.resolve('not asked for') })

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
export const PERSISTENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** The fields of a response. A test changes those that it wants to be wrong. */
export interface ResponseFields {
  id: string
  responseIssuer: string
  issuer: string
  destination: string
  recipient: string
  audience: string
  inResponseTo: string | null
  responseInResponseTo: string | null
  status: string
  method: string
  issuedAt: Date
  notBefore: Date
  notOnOrAfter: Date
  confirmedUntil: Date
  sessionEnds: Date | null
  nameId: string
  nameIdFormat: string
  attributes: Record<string, readonly string[]>
}

/** A user of the identity provider. */
export interface SamlUser {
  nameId: string
  email?: string
  attributes?: Record<string, readonly string[]>
}

/** An identity provider of another make, with users of the test. */
export interface SamlIdp {
  entityId: string
  metadata: string
  /** Reads our request as it arrives there, our signature included. */
  request(url: string): Promise<{ id: string; relayState: string; nameIdFormat: string; acsUrl: string }>
  /** A signed response, as XML. */
  respond(user: SamlUser, fields?: Partial<ResponseFields>): Promise<string>
}

const MINUTE_MS = 60_000

export async function openSamlIdp(
  entityId: string,
  sp: { metadata: string; entityId: string; acsUrl: string },
  signature = SHA256,
): Promise<SamlIdp> {
  const keys = await makeKeyAndCertificate('idp.test')
  const here = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: keys.privateKey,
    signingCert: keys.certificate,
    requestSignatureAlgorithm: signature,
    wantAuthnRequestsSigned: true,
    singleSignOnService: [{ Binding: REDIRECT, Location: `${entityId}/sign-in` }],
  })
  const there = samlify.ServiceProvider({ metadata: sp.metadata })

  return {
    entityId,
    metadata: here.getMetadata(),
    request: (address) => readRequest(here, there, address),
    async respond(user, fields = {}) {
      const all = { ...usualResponse(entityId, sp, user, fields), ...fields }
      const { context } = await here.createLoginResponse(there, { extract: {} }, 'post', {}, () => ({
        id: all.id,
        context: write(all),
      }))
      return Buffer.from(context, 'base64').toString('utf8')
    },
  }
}

/** The fields of a correct response. */
function usualResponse(
  entityId: string,
  sp: { entityId: string; acsUrl: string },
  user: SamlUser,
  fields: Partial<ResponseFields>,
): ResponseFields {
  const now = Date.now()
  return {
    id: `_${randomUUID()}`,
    responseIssuer: entityId,
    issuer: entityId,
    destination: sp.acsUrl,
    recipient: sp.acsUrl,
    audience: sp.entityId,
    inResponseTo: null,
    responseInResponseTo: fields.inResponseTo ?? null,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    issuedAt: new Date(now),
    notBefore: new Date(now - MINUTE_MS),
    notOnOrAfter: new Date(now + 5 * MINUTE_MS),
    confirmedUntil: new Date(now + 5 * MINUTE_MS),
    sessionEnds: null,
    nameId: user.nameId,
    nameIdFormat: PERSISTENT_FORMAT,
    attributes: { ...(user.email === undefined ? {} : { mail: [user.email] }), ...user.attributes },
  }
}

async function readRequest(
  here: ReturnType<typeof samlify.IdentityProvider>,
  there: ReturnType<typeof samlify.ServiceProvider>,
  address: string,
) {
  const url = new URL(address)
  const query = Object.fromEntries(url.searchParams)
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].map(
    (name) => `${name}=${encodeURIComponent(query[name] ?? '')}`,
  )
  const { extract } = await here.parseLoginRequest(there, 'redirect', {
    query,
    octetString: signed.join('&'),
  })
  return {
    id: textOf(extract.request?.['id']),
    relayState: query['RelayState'] ?? '',
    nameIdFormat: textOf(extract.nameIDPolicy?.['format']),
    acsUrl: textOf(extract.request?.['assertionConsumerServiceUrl']),
  }
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The form that a browser posts. */
export function formOf(responseXml: string, relayState: string): string {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(responseXml).toString('base64') })
  if (relayState !== '') form.set('RelayState', relayState)
  return form.toString()
}

function write(f: ResponseFields): string {
  const attributes = Object.entries(f.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const answers = (id: string | null) => (id === null ? '' : ` InResponseTo="${id}"`)
  const ends = f.sessionEnds === null ? '' : ` SessionNotOnOrAfter="${f.sessionEnds.toISOString()}"`
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${f.id}_r" Version="2.0"`,
    ` IssueInstant="${f.issuedAt.toISOString()}" Destination="${f.destination}"${answers(f.responseInResponseTo)}>`,
    `<saml:Issuer>${f.responseIssuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${f.status}"/></samlp:Status>`,
    `<saml:Assertion ID="${f.id}" Version="2.0" IssueInstant="${f.issuedAt.toISOString()}">`,
    `<saml:Issuer>${f.issuer}</saml:Issuer><saml:Subject>`,
    `<saml:NameID Format="${f.nameIdFormat}">${f.nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${f.method}"><saml:SubjectConfirmationData`,
    ` NotOnOrAfter="${f.confirmedUntil.toISOString()}" Recipient="${f.recipient}"${answers(f.inResponseTo)}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${f.notBefore.toISOString()}" NotOnOrAfter="${f.notOnOrAfter.toISOString()}">`,
    `<saml:AudienceRestriction><saml:Audience>${f.audience}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${f.issuedAt.toISOString()}" SessionIndex="${f.id}"${ends}>`,
    '<saml:AuthnContext><saml:AuthnContextClassRef>',
    'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('')
}
