import { z } from 'zod'
import { one, textElement } from './xml.ts'

/** The claims of an identity provider about a user, all of them covered by its signature. */
export interface Assertion {
  id: string
  nameId: { value: string; format: string } | null
  /** Values by the name of their attribute, and again by its friendly name, both in lower case. */
  attributes: ReadonlyMap<string, readonly string[]>
  /** The time from which the assertion is not accepted any more. */
  expiresAtMs: number
  /** The time until which the provider allows the session; null for no limit. */
  sessionEndsAtMs: number | null
}

/** The values that an assertion has to match. */
export interface Expected {
  /** The entity ID of the required issuer. */
  issuer: string
  audience: string
  /** Our address, which has to be the recipient. */
  recipient: string
  /** The request that the assertion answers; null for an unsolicited response. */
  inResponseTo: string | null
}

/** The maximum difference between the clocks of two machines. */
const CLOCK_TOLERANCE_MS = 30_000
/** The maximum age of an assertion, which browsers deliver at once. */
const MAX_AGE_MS = 5 * 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

const moment = z.iso.datetime({ offset: true, local: false }).transform((text) => Date.parse(text))

const confirmation = z.looseObject({
  $: z.looseObject({ Method: z.string() }),
  SubjectConfirmationData: z
    .array(
      z.looseObject({
        $: z.looseObject({
          Recipient: z.string().optional(),
          NotBefore: z.string().optional(),
          NotOnOrAfter: moment.optional(),
          InResponseTo: z.string().optional(),
        }),
      }),
    )
    .default([]),
})

const attributeValue = z.union([
  z.string(),
  z.looseObject({ _: z.string().default('') }).transform((element) => element._),
])

const attribute = z.looseObject({
  $: z.looseObject({ Name: z.string(), FriendlyName: z.string().optional() }),
  AttributeValue: z.array(attributeValue).default([]),
})

const schema = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1).max(255), Version: z.literal('2.0'), IssueInstant: moment }),
    Issuer: one(textElement),
    Subject: one(
      z.looseObject({
        NameID: z
          .tuple([
            z.looseObject({ _: z.string(), $: z.looseObject({ Format: z.string().optional() }).optional() }),
          ])
          .optional(),
        SubjectConfirmation: z.array(confirmation).min(1),
      }),
    ),
    Conditions: one(
      z.looseObject({
        $: z.looseObject({ NotBefore: moment.optional(), NotOnOrAfter: moment }),
        AudienceRestriction: z.array(z.looseObject({ Audience: z.array(textElement).min(1) })).min(1),
      }),
    ),
    AuthnStatement: z
      .array(z.looseObject({ $: z.looseObject({ SessionNotOnOrAfter: moment.optional() }) }))
      .min(1),
    AttributeStatement: z
      .array(z.union([z.string(), z.looseObject({ Attribute: z.array(attribute).default([]) })]))
      .default([]),
  }),
})

type Read = z.output<typeof schema>['Assertion']

export type AssertionVerdict = { kind: 'good'; assertion: Assertion } | { kind: 'bad'; reason: string }

/**
 * Checks an assertion whose signature has been verified (SAML 2.0 profiles, 4.1.4.2 and 4.1.4.3): from this provider,
 * for this installation, given to this address, in response to this request, valid now. `read` is the XML that the
 * signature covers.
 */
export function checkAssertion(read: unknown, expected: Expected, nowMs: number): AssertionVerdict {
  const parsed = schema.safeParse(read)
  if (!parsed.success) {
    return { kind: 'bad', reason: `it lacks something: ${parsed.error.issues[0]?.path.join('.')}` }
  }
  const assertion = parsed.data.Assertion
  const reason =
    problemWithIssuer(assertion, expected) ??
    problemWithTime(assertion, nowMs) ??
    problemWithAudience(assertion, expected)
  if (reason !== null) return { kind: 'bad', reason }
  const until = confirmedUntil(assertion, expected, nowMs)
  if (until === null) return { kind: 'bad', reason: 'nothing confirms that it was meant for this request' }
  return { kind: 'good', assertion: toAssertion(assertion, until) }
}

function problemWithIssuer({ Issuer }: Read, { issuer }: Expected): string | null {
  return Issuer._ === issuer ? null : 'another provider issued it'
}

function problemWithTime({ $, Conditions }: Read, nowMs: number): string | null {
  const { NotBefore: notBefore, NotOnOrAfter: notOnOrAfter } = Conditions.$
  if (nowMs - CLOCK_TOLERANCE_MS >= notOnOrAfter) return 'it has expired'
  if (notBefore !== undefined && nowMs + CLOCK_TOLERANCE_MS < notBefore) return 'it is not valid yet'
  if ($.IssueInstant > nowMs + CLOCK_TOLERANCE_MS) return 'it was issued in the future'
  return nowMs - CLOCK_TOLERANCE_MS >= $.IssueInstant + MAX_AGE_MS ? 'it is too old' : null
}

function problemWithAudience({ Conditions }: Read, { audience }: Expected): string | null {
  const meantForUs = Conditions.AudienceRestriction.every(({ Audience }) =>
    Audience.some((named) => named._ === audience),
  )
  return meantForUs ? null : 'it is for another audience'
}

/** The time until which a bearer may deliver the assertion in response to this request; null if nobody may. */
function confirmedUntil({ Subject }: Read, expected: Expected, nowMs: number): number | null {
  for (const { $, SubjectConfirmationData } of Subject.SubjectConfirmation) {
    const data = SubjectConfirmationData[0]?.$
    if ($.Method !== BEARER || data === undefined || data.NotOnOrAfter === undefined) continue
    // By the profile, a bearer confirmation has no start time.
    if (data.NotBefore !== undefined || data.Recipient !== expected.recipient) continue
    if ((data.InResponseTo ?? null) !== expected.inResponseTo) continue
    if (nowMs - CLOCK_TOLERANCE_MS < data.NotOnOrAfter) return data.NotOnOrAfter
  }
  return null
}

function toAssertion(assertion: Read, confirmedUntilMs: number): Assertion {
  const nameId = assertion.Subject.NameID?.[0]
  const ends = assertion.AuthnStatement.map(({ $ }) => $.SessionNotOnOrAfter).filter(
    (end) => end !== undefined,
  )
  return {
    id: assertion.$.ID,
    nameId: nameId === undefined ? null : { value: nameId._.trim(), format: nameId.$?.Format ?? UNSPECIFIED },
    attributes: attributesOf(assertion),
    expiresAtMs: Math.min(
      assertion.Conditions.$.NotOnOrAfter,
      confirmedUntilMs,
      assertion.$.IssueInstant + MAX_AGE_MS,
    ),
    sessionEndsAtMs: ends.length === 0 ? null : Math.min(...ends),
  }
}

function attributesOf({ AttributeStatement }: Read): Map<string, string[]> {
  const attributes = new Map<string, string[]>()
  const all = AttributeStatement.flatMap((statement) =>
    typeof statement === 'string' ? [] : statement.Attribute,
  )
  for (const { $, AttributeValue } of all) {
    const values = AttributeValue.map((value) => value.trim()).filter((value) => value !== '')
    for (const name of new Set([$.Name.toLowerCase(), $.FriendlyName?.toLowerCase() ?? ''])) {
      if (name !== '') attributes.set(name, [...(attributes.get(name) ?? []), ...values])
    }
  }
  return attributes
}
