import { z } from 'zod'

/** The document is not XML, or XML that we refuse. The message is for the log. */
export class BadXml extends Error {
  override name = 'BadXml'
}

/** Names of elements without their prefixes; each is a list, for it may come several times. */
export async function readXml(text: string): Promise<unknown> {
  // We expand no entities. No SAML document needs a document type, and without it two parsers read the same.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new BadXml('The document has a document type.')
  // Loaded when it is needed, for most installations have no single sign-on.
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    return await parseXml2JsFromString(text)
  } catch (cause) {
    throw new BadXml('The document is not XML.', { cause })
  }
}

/**
 * Refuses what two parsers may read differently in one document: comments (`admin@a.test<!-- -->.evil.test`), CDATA and
 * processing instructions. No identity provider needs them in a response. Throws {@link BadXml}.
 */
export function refuseHiddenParts(text: string): void {
  const withoutDeclaration = text.replace(/^\uFEFF?<\?xml [^?<>]*\?>/, '')
  if (/<[!?]/.test(withoutDeclaration)) throw new BadXml('The document has comments or instructions in it.')
}

/** An element with nothing but text, such as `<Issuer>…</Issuer>`. */
export const textElement = z.looseObject({ _: z.string() })

/** Exactly one of an element. */
export const one = <Schema extends z.ZodType>(element: Schema) =>
  z.tuple([element]).transform(([only]) => only)
